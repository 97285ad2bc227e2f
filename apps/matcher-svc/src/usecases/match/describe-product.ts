import { findNumber } from '../../engine/structures/text-table.js';
import type { Companies } from '../companies/companies.js';

/**
 * Whether a product of the catalog is a set: one of its variants is the own variant of a set of the company. A product that the
 * catalog does not have is none.
 * @throws ServiceError MATCHER_FAILURE when the company's data is unavailable.
 */
export async function describeProduct(
  { companies }: { companies: Companies },
  companyId: string,
  productId: string,
): Promise<{ isSet: boolean }> {
  const { assortment, config } = await companies.get(companyId);
  const product = findNumber(assortment.products, productId);
  if (product < 0) return { isSet: false };
  const { offsets, members } = assortment.variantsOfProduct;
  const variants = new Set(members.subarray(offsets[product], offsets[product + 1]));
  return { isSet: config.sets.some(({ variantId }) => variants.has(findNumber(assortment.variants, variantId))) };
}
