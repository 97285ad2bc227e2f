import type { MatrixDeps } from './get-tag-matrix.js';
import { loadTaggedCatalog } from './load-tagged-catalog.js';

/**
 * The tags of a company's catalog in force, its tagging and the settings of its funnels, with the number of places that name each.
 * @returns `TagUsage[]` of libs/domain: JSON.
 * @throws ServiceError UNAVAILABLE while catalog-sync cannot be read.
 */
export async function getTagUsage({ compiler, ...deps }: MatrixDeps, companyId: string): Promise<Uint8Array> {
  const { snapshot, tagging, config } = await loadTaggedCatalog(deps, companyId);
  return compiler.listTagUsage({ snapshot, tagging, funnels: Object.values(config.funnels) });
}
