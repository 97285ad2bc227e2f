import {
  MAX_ORDER_AGE_DAYS,
  MAX_ORDER_LINES,
  MAX_ORDER_QUANTITY,
  MAX_SHOP_ID_BYTES,
  MAX_TEXT_LENGTH,
} from '@svc/domain';
import { z } from 'zod';
import { rfc3339Time } from '../../parse/rfc-3339-time.js';

const TIME_MESSAGE = 'createdAt must be a time of RFC 3339, for example 2026-11-22T10:04:00+01:00.';

const time = rfc3339Time(TIME_MESSAGE).describe(
  `RFC 3339; at most ${MAX_ORDER_AGE_DAYS} days ago and 5 minutes ahead.`,
);

const shopId = (name: string) => {
  const message = `${name} must be a text of 1 to ${MAX_SHOP_ID_BYTES} bytes.`;
  return z
    .string(message)
    .min(1, message)
    .refine((value) => Buffer.byteLength(value) <= MAX_SHOP_ID_BYTES, message);
};

const money = (name: string) => {
  const message = `${name} must be a decimal number as a string, with a point, at most 4 decimals and no sign, for example "29.90".`;
  return z.string(message).regex(/^\d{1,12}(\.\d{1,4})?$/, message);
};

const analysisId = () => {
  const message = 'analysisId must be the id of an analysis, as a string.';
  return z.string(message).min(1, message).max(64, message);
};

const QUANTITY_MESSAGE = `quantity must be an integer from 1 to ${MAX_ORDER_QUANTITY}; returned pieces are a refund.`;
const LINES_MESSAGE = `lines must be an array of 1 to ${MAX_ORDER_LINES} lines.`;
const CURRENCY_MESSAGE = 'currency must be three capital letters of ISO 4217, for example EUR.';

const orderLine = z
  .strictObject({
    lineId: shopId('lineId').describe('Unique within the order.'),
    variantId: shopId('variantId').describe("The merchant's id, as in matches."),
    productId: shopId('productId').nullish(),
    name: z.string().nullish().describe('Accepted and not stored.'),
    quantity: z.int(QUANTITY_MESSAGE).min(1, QUANTITY_MESSAGE).max(MAX_ORDER_QUANTITY, QUANTITY_MESSAGE),
    price: money('price').describe('Per unit.'),
    discount: money('discount').nullish().describe('Of the whole line. Default: none.'),
    analysisId: analysisId().nullish().describe('The analysis that the shop kept at the line in its cart.'),
  })
  .meta({ id: 'OrderLine' });

/** As `svcRecommendedProductVariants` has them. docs/components.md B14. */
const recommendation = z
  .object({
    variant_id: shopId('variant_id'),
    analysis_id: analysisId(),
    timestamp: z.int('timestamp must be milliseconds since 1970.').min(0).max(8_640_000_000_000_000),
  })
  .meta({ id: 'OrderRecommendation' });

const withDistinctLines = (lines: readonly { lineId: string }[]) =>
  new Set(lines.map(({ lineId }) => lineId)).size === lines.length;
const DISTINCT = 'The lineId of each line must differ.';

/** The body of POST orders. An unknown field is an error, so that a misspelled one is noticed; null is the same as missing. */
export const orderRequest = z
  .strictObject({
    orderId: shopId('orderId'),
    createdAt: time,
    currency: z.string(CURRENCY_MESSAGE).regex(/^[A-Z]{3}$/, CURRENCY_MESSAGE),
    totalsIncludeTax: z.boolean().nullish().describe('Default: true.'),
    total: money('total').nullish().describe('Only compared when the order is sent again.'),
    shipping: money('shipping').nullish().describe('Only compared when the order is sent again.'),
    discount: money('discount').nullish().describe('Of the whole order, in addition to those of lines. Default: none.'),
    lines: z
      .array(orderLine, LINES_MESSAGE)
      .min(1, LINES_MESSAGE)
      .max(MAX_ORDER_LINES, LINES_MESSAGE)
      .refine(withDistinctLines, DISTINCT),
    recommendations: z
      .array(recommendation)
      .nullish()
      .describe('What the browser remembers. Servers send analysisId with each line instead.'),
    visitorId: z
      .string()
      .max(MAX_TEXT_LENGTH)
      .nullish()
      .describe(
        'The stored visitor of the shop: what svcVisitor has as id. Stored as a hash, of units of a holdout only.',
      ),
    hadChat: z
      .boolean()
      .nullish()
      .describe('true: the last chat message is at most 3 days old; false: it is older; missing: no chat.'),
    consent: z.enum(['granted', 'denied']).nullish().describe('The state that the page knew.'),
  })
  .meta({ id: 'OrderRequest' });

export type OrderRequest = z.output<typeof orderRequest>;

export const orderAccepted = z
  .object({
    orderId: z.string(),
    stored: z
      .boolean()
      .describe(
        'false: nothing is stored, because the shopper or the company does not allow it, or the caller is a crawler.',
      ),
  })
  .meta({ id: 'OrderAccepted' });

const refundLine = z
  .strictObject({
    lineId: shopId('lineId'),
    amount: money('amount').describe('In the currency of the order.'),
  })
  .meta({ id: 'RefundLine' });

/** The body of POST refunds. */
export const refundRequest = z
  .strictObject({
    refundId: shopId('refundId'),
    orderId: shopId('orderId'),
    createdAt: time,
    lines: z
      .array(refundLine, LINES_MESSAGE)
      .min(1, LINES_MESSAGE)
      .max(MAX_ORDER_LINES, LINES_MESSAGE)
      .refine(withDistinctLines, DISTINCT),
  })
  .meta({ id: 'RefundRequest' });

export type RefundRequest = z.output<typeof refundRequest>;

export const refundAccepted = z
  .object({
    refundId: z.string(),
    waiting: z.boolean().describe('The order is not known yet. The refund is deducted once it is.'),
  })
  .meta({ id: 'RefundAccepted' });
