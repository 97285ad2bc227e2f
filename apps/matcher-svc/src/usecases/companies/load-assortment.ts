import { forCompany, getProcessMetrics, withTrace } from '@svc/kit';
import { discardSnapshot, readSnapshot } from '../../db/catalog-snapshots.js';
import { readTagging } from '../../db/company-configs.js';
import type { VersionedSettings } from '../../domain/company-data.js';
import { DamagedCatalogError, type Pieces, type StoredCatalog } from '../../domain/stored-catalog.js';
import type { Assortment } from '../../engine/compile/compile-assortment.js';
import type { PullDeps } from '../follow/pull.js';

type LoadDeps = Pick<PullDeps, 'db' | 'log' | 'compiler'>;

/**
 * Compiles the stored catalog of a company with its tagging, in another thread.
 * @param options.known - version of a catalog that is already compiled with the same tagging.
 * @returns `known` if the stored version is that one; `outdated` if the settings changed in the meantime; null if there is no
 *   catalog, or it was damaged.
 */
export async function loadAssortment(
  deps: LoadDeps,
  companyId: string,
  { settings, known }: { settings: VersionedSettings; known: number | undefined },
): Promise<{ catalogVersion: number; assortment: Assortment } | 'known' | 'outdated' | null> {
  const stored = await forCompany(deps.db, companyId, (trx) => readSnapshot(trx, companyId, known));
  if (stored === null || stored === 'known') return stored;
  const tagging = await forCompany(deps.db, companyId, (trx) => readTagging(trx, companyId, settings.version));
  if (tagging === null) return 'outdated';
  const assortment = await compileStored(deps, companyId, stored, tagging);
  return assortment && { catalogVersion: stored.version, assortment };
}

/**
 * Compiles a stored catalog with a tagging, in another thread. The caller must not use either afterwards.
 * @param operations - applied to the tagging first; `TaggingOperation[]` of libs/domain: JSON.
 * @returns null when the catalog is damaged: it is then deleted, so that it is pulled again, and never used.
 */
export async function compileStored(
  { db, log, compiler }: LoadDeps,
  companyId: string,
  stored: StoredCatalog,
  tagging: Pieces,
  operations?: Uint8Array,
): Promise<Assortment | null> {
  try {
    return await measureCompile(() => compiler.compile(stored, tagging, operations));
  } catch (error) {
    if (!(error instanceof DamagedCatalogError)) throw error;
    log.error({ err: error, companyId }, 'a stored catalog is damaged and will be pulled again');
    const { version } = error;
    await forCompany(db, companyId, (trx) => discardSnapshot(trx, companyId, version));
    return null;
  }
}

async function measureCompile(compile: () => Promise<Assortment>): Promise<Assortment> {
  const startedAt = performance.now();
  const assortment = await withTrace('compile catalog', { kind: 'internal' }, compile);
  const metrics = getProcessMetrics();
  metrics?.observe('svc_matcher_compile_seconds', (performance.now() - startedAt) / 1_000, {});
  metrics?.observe('svc_matcher_variants', assortment.variantCount, {});
  return assortment;
}
