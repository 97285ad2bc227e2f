import type { CartedVariant, ReportFilter, VariantCard } from '@svc/proto';
import type { Clients } from '../../../clients.js';
import { DEFINITIONS } from './definitions.js';
import { type Cart, type ExaminedCatalog, presentMatches, sumCarts } from './present-matches.js';

/** Pages of products that are examined for variants that were never shown. */
const MAX_PAGES = 10;
const PAGE_SIZE = 100;

/** The report of matches of a funnel. @param funnel - its sub-domain. */
export async function loadMatchReport(clients: Clients, filter: ReportFilter, funnel: string) {
  const { companyId } = filter;
  const examined = await examineCatalog(clients, companyId);
  const candidateVariantIds = examined.variants.map(({ variantId }) => variantId);
  const answer = await clients.reports.getMatches({ filter, candidateVariantIds });
  const [cards, cart] = await Promise.all([
    loadCards(clients, companyId, answer.variants),
    loadCart(clients, companyId, answer.carted),
  ]);
  return presentMatches(answer, funnel, { cards, cart, examined });
}

/** Variants of which catalog-sync returns names and prices in one call. */
const MAX_CARDS = 1_000;

/** The value of what was put into carts, at present prices. It is no revenue. */
export async function loadCart(
  clients: Pick<Clients, 'variants'>,
  companyId: string,
  carted: readonly CartedVariant[],
): Promise<Cart> {
  const cards: VariantCard[] = [];
  for (let from = 0; from < carted.length; from += MAX_CARDS)
    cards.push(...(await loadCards(clients, companyId, carted.slice(from, from + MAX_CARDS))));
  return {
    definition: DEFINITIONS.cartValue,
    analyses: carted.reduce((sum, { analyses }) => sum + analyses, 0),
    values: sumCarts(carted, new Map(cards.map((card) => [card.variantId, card]))),
  };
}

/** Names and prices of the variants of a report, at most 500. */
export async function loadCards(
  { variants }: Pick<Clients, 'variants'>,
  companyId: string,
  listed: readonly { variantId: string }[],
) {
  if (listed.length === 0) return [];
  return (await variants.getVariants({ companyId, variantIds: listed.map(({ variantId }) => variantId) })).variants;
}

/** Available variants of the first products, in catalog order. */
async function examineCatalog(
  { catalogAdmin }: Pick<Clients, 'catalogAdmin'>,
  companyId: string,
): Promise<ExaminedCatalog> {
  const variants: { variantId: string; productName: string; variantName: string }[] = [];
  let pageToken = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { products, nextPageToken } = await catalogAdmin.listProducts({
      companyId,
      query: '',
      pageSize: PAGE_SIZE,
      pageToken,
    });
    for (const { name, variants: own } of products) {
      for (const variant of own) {
        if (variant.available)
          variants.push({ variantId: variant.shopSystemId, productName: name, variantName: variant.name });
      }
    }
    pageToken = nextPageToken;
    if (pageToken === '') return { variants, isComplete: true };
  }
  return { variants, isComplete: false };
}
