import type { CartedVariant, GetMatchesResponse, VariantCard, VariantTotals } from '@svc/proto';
import { requirePart } from '../../../messages/require-part.js';
import { addDecimals, multiplyDecimal } from './decimals.js';
import { DEFINITIONS } from './definitions.js';
import { FEW, presentFrame } from './present-reports.js';
import { toRate } from './rate.js';

/** Variants that are named of those that were never shown. */
const MAX_NEVER_MATCHED = 100;

/** A variant as the catalog names it. */
export interface NamedVariant {
  variantId: string;
  productName: string;
  variantName: string;
}

/** What analyses put into carts. It is no revenue. */
export interface Cart {
  definition: string;
  /** Of how many analyses, each variant of its own. */
  analyses: number;
  values: { currency: string; value: string }[];
}

/** What was examined for variants that were never shown. */
export interface ExaminedCatalog {
  /** Only available ones can be missed. */
  variants: readonly (NamedVariant & { isAvailable: boolean })[];
  /** False: the catalog has more products. */
  isComplete: boolean;
}

/** What shoppers did with their matches. docs/insight.md N21.5. */
export function presentMatches(
  answer: GetMatchesResponse,
  funnel: string,
  { cards, cart, examined }: { cards: readonly VariantCard[]; cart: Cart; examined: ExaminedCatalog },
) {
  const { analyses, interactions } = requirePart(answer.totals);
  const { shown, clicked, added, bought } = requirePart(interactions);
  const shownToNone = new Set(answer.neverShownVariantIds);
  const never = examined.variants.filter(({ variantId, isAvailable }) => isAvailable && shownToNone.has(variantId));
  const byId = new Map(cards.map((card) => [card.variantId, card]));
  return {
    ...presentFrame(answer.frame, funnel),
    definition: DEFINITIONS.matches,
    analyses,
    figures: {
      shown: { definition: DEFINITIONS.matchesShown, value: shown },
      clicked: { definition: DEFINITIONS.clicked, value: clicked },
      addedToCart: { definition: DEFINITIONS.addedToCart, value: added },
      bought: { definition: DEFINITIONS.bought, value: bought },
      clickRate: { definition: DEFINITIONS.clickRate, value: toRate(clicked, Math.max(clicked, shown)) },
      boughtRate: toBoughtRate(answer),
      cartValue: cart,
    },
    foreignVariants: answer.variants.filter(({ variantId }) => !byId.has(variantId)).length,
    attributionDays: answer.attributionDays,
    openSince: answer.openSinceDay,
    days: answer.days.map(({ name, analyses: all, interactions: done }) => {
      const { added: addedToCart, ...others } = requirePart(done);
      return { day: name, analyses: all, ...others, addedToCart };
    }),
    variants: answer.variants.map((variant) => presentVariant(variant, byId.get(variant.variantId))),
    neverMatched: {
      variants: never
        .slice(0, MAX_NEVER_MATCHED)
        .map(({ variantId, productName, variantName }) => ({ variantId, productName, variantName })),
      count: never.length,
      isComplete: examined.isComplete,
    },
  };
}

/** Analyses that may still be credited with orders are not in it. docs/insight.md N21.7. */
function toBoughtRate({ days, openSinceDay }: GetMatchesResponse) {
  const closed = days.filter(({ name }) => name < openSinceDay);
  const cases = closed.reduce((sum, { analyses }) => sum + analyses, 0);
  const bought = closed.reduce((sum, { interactions }) => sum + (interactions?.bought ?? 0), 0);
  return { definition: DEFINITIONS.boughtRate, value: toRate(bought, cases), cases };
}

function presentVariant({ variantId, interactions }: VariantTotals, card: VariantCard | undefined) {
  const { shown, clicked, added, bought } = requirePart(interactions);
  const isFew = shown < FEW;
  return {
    ...{ variantId, productName: card?.productName ?? null, variantName: card?.variantName ?? null, isFew },
    shown: isFew ? null : shown,
    clicked: isFew ? null : clicked,
    clickRate: isFew ? null : toRate(clicked, Math.max(clicked, shown)),
    addedToCart: isFew ? null : added,
    bought: isFew ? null : bought,
  };
}

/** The value of what was put into carts, by currency; variants without a price have none. */
export function sumCarts(variants: readonly CartedVariant[], cards: ReadonlyMap<string, VariantCard>) {
  const values = new Map<string, string>();
  for (const { variantId, analyses } of variants) {
    const { price, currency } = cards.get(variantId) ?? {};
    if (price === undefined || currency === undefined || analyses === 0) continue;
    values.set(currency, addDecimals(values.get(currency) ?? '0', multiplyDecimal(price, analyses)));
  }
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, value]) => ({ currency, value }));
}
