import { DAY_MS, MAX_EVENT_LEAD_MINUTES, MAX_ORDER_AGE_DAYS } from '@svc/domain';
import { canonicalJson, ServiceError, sha256 } from '@svc/kit';
import { checkSchema } from '../../route/body.js';
import { type OrderRequest, orderRequest, type RefundRequest, refundRequest } from './order-schema.js';

const MINUTE_MS = 60_000;

/** The body of POST orders, or INVALID_REQUEST with the problems and their JSON pointers. @param now - what `createdAt` is compared with. */
export function parseOrder(body: Record<string, unknown>, now: Date): OrderRequest {
  const order = checkSchema(orderRequest, body, 'The order was not stored');
  checkTime(order.createdAt, now, 'The order was not stored');
  return order;
}

/** The same for POST refunds. */
export function parseRefund(body: Record<string, unknown>, now: Date): RefundRequest {
  const refund = checkSchema(refundRequest, body, 'The refund was not stored');
  checkTime(refund.createdAt, now, 'The refund was not stored');
  return refund;
}

function checkTime(time: Date, now: Date, refused: string): void {
  const agoMs = now.getTime() - time.getTime();
  const message =
    agoMs > MAX_ORDER_AGE_DAYS * DAY_MS
      ? `createdAt must be at most ${MAX_ORDER_AGE_DAYS} days ago.`
      : agoMs < -MAX_EVENT_LEAD_MINUTES * MINUTE_MS
        ? `createdAt must be at most ${MAX_EVENT_LEAD_MINUTES} minutes ahead; check the clock.`
        : undefined;
  if (message === undefined) return;
  const details = [{ path: '/createdAt', message }];
  throw new ServiceError('INVALID_REQUEST', `${refused}; details list what to change.`, { details });
}

/**
 * What must not change under the id of an order: the money and the lines. What a browser remembers may differ when a thank-you page is
 * loaded again. Amounts are compared as numbers.
 */
export function hashOrder(order: OrderRequest): Buffer {
  const { createdAt, currency, totalsIncludeTax, total, shipping, discount, lines } = order;
  return sha256(
    canonicalJson({
      ...{ createdAt: createdAt.toISOString(), currency, totalsIncludeTax: totalsIncludeTax ?? true },
      ...{ total: toPlain(total), shipping: toPlain(shipping), discount: toPlain(discount) },
      lines: lines.map((line) => ({
        ...{ lineId: line.lineId, variantId: line.variantId, productId: line.productId ?? null },
        ...{ quantity: line.quantity, price: toPlain(line.price), discount: toPlain(line.discount) },
        analysisId: line.analysisId ?? null,
      })),
    }),
  );
}

/** The same for a refund. */
export const hashRefund = ({ orderId, createdAt, lines }: RefundRequest): Buffer =>
  sha256(
    canonicalJson({
      ...{ orderId, createdAt: createdAt.toISOString() },
      lines: lines.map(({ lineId, amount }) => ({ lineId, amount: toPlain(amount) })),
    }),
  );

/** Without zeros that change no number: 029.90 and 29.9 are equal. Missing is 0. */
const toPlain = (amount: string | null | undefined): string =>
  (amount ?? '0')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '');
