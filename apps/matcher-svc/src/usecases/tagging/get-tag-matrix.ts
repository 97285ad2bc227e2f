import { forCompany, ServiceError } from '@svc/kit';
import { readSettings, readTagging } from '../../db/company-configs.js';
import { funnelIn } from '../../domain/company-data.js';
import type { PackedMatrix } from '../../workers/catalog-jobs.js';
import type { PullDeps } from '../follow/pull.js';

export type MatrixDeps = Pick<PullDeps, 'db' | 'catalog' | 'compiler'>;

/**
 * The tags of a company's catalog in force and of its tagging, by row. Names and pictures come from catalog-sync, since matching
 * does not keep them; the matrix is created in the thread that compiles.
 * @throws ServiceError UNAVAILABLE while catalog-sync cannot be read.
 */
export async function getTagMatrix(
  { db, catalog, compiler }: MatrixDeps,
  input: { companyId: string; funnelId?: string | undefined; namespaces: readonly string[]; query: string },
): Promise<{ matrix: PackedMatrix; settingsVersion: number }> {
  const { companyId, funnelId, namespaces, query } = input;
  const snapshot = await catalog.getNamedSnapshot(companyId).catch((cause: unknown) => {
    throw new ServiceError('UNAVAILABLE', 'The catalog cannot be read now. Retry the request.', { cause });
  });
  for (;;) {
    const { version, config } = await forCompany(db, companyId, (trx) => readSettings(trx, companyId));
    const tagging = await forCompany(db, companyId, (trx) => readTagging(trx, companyId, version));
    // Another apply came in between.
    if (tagging === null) continue;
    const assortment = funnelId === undefined ? undefined : funnelIn(config, funnelId).assortment;
    const filter = { namespaces: [...namespaces], query, assortment };
    const matrix = await compiler.createMatrix({ snapshot, tagging, settingsVersion: version, filter });
    return { matrix, settingsVersion: version };
  }
}
