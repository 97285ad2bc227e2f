import { MAX_FIRST_CARDS, RESULT_CARDS_PER_TAB, SHOPPER_REASONS } from '@svc/domain';
import { z } from 'zod';
import { tab } from '../v1/match-schema.js';

/** Shapes of the results of funnel hosts, as the OpenAPI document shows them. `ResultView` of libs/domain. */

const reason = z
  .object({
    code: z.enum(SHOPPER_REASONS),
    text: z.string().describe('A short sentence for the shopper, in the language of the result.'),
    answer: z
      .union([z.object({ stepId: z.int(), key: z.string() }), z.object({ field: z.string(), value: z.string() })])
      .optional()
      .describe('Of ANSWER and COMPLEXION: the answer that is meant.'),
  })
  .meta({ id: 'ShopperReason' });

const shownSet = z
  .object({
    key: z.string(),
    name: z.string().describe('Localized.'),
    members: z
      .array(z.object({ variantId: z.string(), quantity: z.int() }))
      .describe("A fixed set's in the merchant's order, a dynamic set's chosen ones best first."),
  })
  .meta({ id: 'ShownSet' });

export const card = z
  .object({
    variantId: z.string(),
    productId: z.string(),
    productName: z.string(),
    variantName: z.string(),
    link: z.url().optional().describe("The variant's page, else the product's."),
    imageUrl: z.url().optional(),
    shortDescription: z.string().optional(),
    color: z.string().optional().describe('Shade, #rrggbb.'),
    price: z.string().optional().describe('Decimal with a point.'),
    compareAtPrice: z.string().optional(),
    currency: z.string().optional().describe('ISO 4217.'),
    available: z.boolean(),
    reasons: z.array(reason).max(3).describe('Why it suits, the strongest first. Nothing about other products.'),
    set: shownSet.nullable().describe('Not null: the variant is a set.'),
  })
  .meta({ id: 'ResultCard' });

const cards = z.record(z.string(), card);

export const resultView = z
  .object({
    analysisId: z.string(),
    funnel: z.string().describe('Sub-domain.'),
    isPreview: z.boolean(),
    locale: z.string().describe('BCP 47: the language of the texts.'),
    colorType: z
      .object({ type: z.string(), name: z.string().describe('Localized.') })
      .nullable()
      .describe('Null: the answers give none.'),
    resultPage: z
      .boolean()
      .describe(
        'true: variants is the union of the tabs, empty without an enabled tab. false: the ranking of the whole assortment.',
      ),
    variants: z.array(z.string()).describe("The merchant's variant ids, best first."),
    tabs: z.array(tab),
    cards: cards.describe(
      `By variant id: the first ${RESULT_CARDS_PER_TAB} of each tab, at most ${MAX_FIRST_CARDS}, and the members of their sets. ` +
        'Variants that are no longer in the catalog are left out.',
    ),
    links: z
      .record(z.string(), z.url())
      .optional()
      .describe('Only with links=true: the pages of all variants that have one, by variant id.'),
  })
  .meta({ id: 'ResultView' });

export const resultCards = z.object({ cards }).meta({ id: 'ResultCards' });
