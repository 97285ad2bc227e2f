import { funnelIn } from '@svc/domain';
import type { PackedMatrix } from '../../workers/catalog-jobs.js';
import type { PullDeps } from '../follow/pull.js';
import { loadTaggedCatalog, type TaggedCatalogDeps } from './load-tagged-catalog.js';

export type MatrixDeps = TaggedCatalogDeps & Pick<PullDeps, 'compiler'>;

/**
 * The tags of a company's catalog in force and of its tagging, by row, created in the thread that compiles.
 * @throws ServiceError UNAVAILABLE while catalog-sync cannot be read.
 */
export async function getTagMatrix(
  { compiler, ...deps }: MatrixDeps,
  input: { companyId: string; funnelId?: string | undefined; namespaces: readonly string[]; query: string },
): Promise<{ matrix: PackedMatrix; settingsVersion: number }> {
  const { companyId, funnelId, namespaces, query } = input;
  const { config, ...catalog } = await loadTaggedCatalog(deps, companyId);
  const assortment = funnelId === undefined ? undefined : funnelIn(config, funnelId).assortment;
  const filter = { namespaces: [...namespaces], query, assortment };
  return {
    matrix: await compiler.createMatrix({ ...catalog, filter }),
    settingsVersion: catalog.settingsVersion,
  };
}
