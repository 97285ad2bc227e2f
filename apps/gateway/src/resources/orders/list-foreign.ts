import type { Clients } from '../../clients.js';

/**
 * Those of an order's variants that the catalog does not have. While catalog-sync does not answer, none: an order does not wait for what is only
 * counted. docs/insight.md N5.8.
 */
export async function listForeign(
  { variants }: Pick<Clients, 'variants'>,
  companyId: string,
  variantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await variants.getVariants({ companyId, variantIds: [...variantIds] }).catch(() => undefined);
  if (!found) return new Set();
  const known = new Set(found.variants.map(({ variantId }) => variantId));
  return new Set(variantIds.filter((id) => !known.has(id)));
}
