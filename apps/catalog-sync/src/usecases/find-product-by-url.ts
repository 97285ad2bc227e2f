import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { listProductsByAddress, listProductsByHandle } from '../db/find-product-by-url.js';

/**
 * The product that a page of the shop shows. Where several products have the address, `variant` of its query decides.
 * @param url - absolute, http or https.
 * @returns its id; undefined when no product has the address, or when it is not certain which one is meant.
 * @throws ServiceError INVALID_REQUEST for another url.
 */
export function findProductByUrl(deps: { db: Knex }) {
  return async (companyId: string, url: string): Promise<string | undefined> => {
    const variantId = readVariant(url);
    const byAddress = await listProductsByAddress(deps.db, companyId, url, variantId);
    const found = byAddress.length > 0 ? byAddress : await listProductsByHandle(deps.db, companyId, url, variantId);
    const meant = found.length > 1 ? found.filter(({ hasVariant }) => hasVariant) : found;
    return meant.length === 1 ? meant[0]?.productId : undefined;
  };
}

/** PostgreSQL takes no NUL; no id holds one. */
function readVariant(url: string): string | null {
  if (!URL.canParse(url) || !/^https?:/i.test(url) || url.includes('\0'))
    throw new ServiceError('INVALID_REQUEST', 'url must be an absolute http(s) address.');
  const variantId = new URL(url).searchParams.get('variant');
  return variantId?.includes('\0') ? null : variantId;
}
