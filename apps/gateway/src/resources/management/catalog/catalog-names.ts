import type { Clients } from '../../../clients.js';

type Deps = { catalogAdmin: Pick<Clients['catalogAdmin'], 'listProducts'> };

/** A text may be part of other ids; the product is among the first that contain it, or is not found. */
const SEARCHED = 20;
const AT_ONCE = 4;
/** Ids that are looked up for one answer; others stay ids. */
const MAX_IDS = 200;

/** Names by id. What the catalog does not have is not in them. */
export interface CatalogNames {
  products: ReadonlyMap<string, string>;
  /** `Product – Variant`. */
  variants: ReadonlyMap<string, string>;
}

/** Names of products and variants, for people. If the catalog does not answer, there are none. */
export async function loadCatalogNames(
  { catalogAdmin }: Deps,
  companyId: string,
  ids: { productIds?: Iterable<string>; variantIds?: Iterable<string> },
): Promise<CatalogNames> {
  const products = new Map<string, string>();
  const variants = new Map<string, string>();
  const wanted = [
    ...[...(ids.productIds ?? [])].map((id) => ({ id, names: products })),
    ...[...new Set(ids.variantIds ?? [])].map((id) => ({ id, names: variants })),
  ].slice(0, MAX_IDS);
  let isDown = false;

  async function find(query: string): Promise<void> {
    const found = await catalogAdmin.listProducts({ companyId, query, pageSize: SEARCHED, pageToken: '' });
    for (const product of found.products) {
      products.set(product.shopSystemId, product.name);
      for (const { shopSystemId, name } of product.variants) variants.set(shopSystemId, toFullName(product.name, name));
    }
  }

  async function work(): Promise<void> {
    for (let next = wanted.pop(); next && !isDown; next = wanted.pop()) {
      if (next.names.has(next.id)) continue;
      await find(next.id).catch(() => {
        isDown = true;
      });
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { products, variants };
}

const toFullName = (product: string, variant: string): string =>
  variant === '' || variant === product ? product : `${product} – ${variant}`;
