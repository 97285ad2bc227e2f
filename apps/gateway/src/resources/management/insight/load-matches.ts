import { ServiceError } from '@svc/kit';
import type { CartedVariant, Product, ReportFilter, VariantCard } from '@svc/proto';
import type { Clients } from '../../../clients.js';
import { DEFINITIONS } from './definitions.js';
import { type Cart, type ExaminedCatalog, presentMatches, sumCarts } from './present-matches.js';

/** Pages of products that are examined for variants that were never shown. */
const MAX_PAGES = 10;
const PAGE_SIZE = 100;

/**
 * The report of matches of a funnel.
 * @param funnel - its sub-domain.
 * @param productId - variants of this product only; fails with NOT_FOUND if the catalog does not have it.
 */
export async function loadMatchReport(clients: Clients, filter: ReportFilter, funnel: string, productId?: string) {
  const { companyId } = filter;
  const examined =
    productId === undefined
      ? await examineCatalog(clients, companyId)
      : await findProduct(clients, companyId, productId);
  const candidateVariantIds = examined.variants.map(({ variantId }) => variantId);
  const onlyCandidates = productId !== undefined;
  const answer = await clients.reports.getMatches({ filter, candidateVariantIds, onlyCandidates });
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
  const variants: ExaminedCatalog['variants'][number][] = [];
  let pageToken = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { products, nextPageToken } = await catalogAdmin.listProducts({
      companyId,
      query: '',
      pageSize: PAGE_SIZE,
      pageToken,
    });
    variants.push(...products.flatMap(listVariants).filter(({ isAvailable }) => isAvailable));
    pageToken = nextPageToken;
    if (pageToken === '') return { variants, isComplete: true };
  }
  return { variants, isComplete: false };
}

/** All variants of one product. */
async function findProduct(
  { catalogAdmin }: Pick<Clients, 'catalogAdmin'>,
  companyId: string,
  productId: string,
): Promise<ExaminedCatalog> {
  const { products } = await catalogAdmin.listProducts({ companyId, productId, query: '', pageSize: 1, pageToken: '' });
  if (products.length === 0) throw new ServiceError('NOT_FOUND', 'The catalog has no product with this id.');
  return { variants: products.flatMap(listVariants), isComplete: true };
}

const listVariants = ({ name, variants }: Product): ExaminedCatalog['variants'] =>
  variants.map((variant) => ({
    ...{ variantId: variant.shopSystemId, productName: name, variantName: variant.name },
    isAvailable: variant.available,
  }));
