import type { Clients } from '../../../clients.js';

type Deps = { catalogAdmin: Pick<Clients['catalogAdmin'], 'listProducts'> };

/** A text may be part of other ids; the product is among the first that contain it, or is not found. */
const SEARCHED = 20;
const AT_ONCE = 4;

/**
 * Names of variants, `Product – Variant`, for people. If the catalog does not have a variant or does not answer, its
 * id is used.
 */
export async function loadVariantNames(
  { catalogAdmin }: Deps,
  companyId: string,
  variantIds: Iterable<string>,
): Promise<(variantId: string) => string> {
  const names = new Map<string, string>();
  const wanted = new Set(variantIds);
  let isDown = false;

  async function find(variantId: string): Promise<void> {
    const request = { companyId, query: variantId, pageSize: SEARCHED, pageToken: '' };
    const { products } = await catalogAdmin.listProducts(request);
    for (const product of products) {
      for (const { shopSystemId, name } of product.variants) names.set(shopSystemId, toFullName(product.name, name));
    }
  }

  async function work(): Promise<void> {
    for (const variantId of wanted) {
      wanted.delete(variantId);
      if (isDown || names.has(variantId)) continue;
      await find(variantId).catch(() => {
        isDown = true;
      });
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (variantId) => names.get(variantId) ?? variantId;
}

const toFullName = (product: string, variant: string): string =>
  variant === '' || variant === product ? product : `${product} – ${variant}`;
