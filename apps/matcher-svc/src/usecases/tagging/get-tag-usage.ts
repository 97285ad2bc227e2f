import { forCompany, ServiceError } from '@svc/kit';
import { readSettings, readTagging } from '../../db/company-configs.js';
import type { MatrixDeps } from './get-tag-matrix.js';

/**
 * The tags of a company's catalog in force, its tagging and the settings of its funnels, with the number of places that name each.
 * @returns `TagUsage[]` of libs/domain: JSON.
 * @throws ServiceError UNAVAILABLE while catalog-sync cannot be read.
 */
export async function getTagUsage({ db, catalog, compiler }: MatrixDeps, companyId: string): Promise<Uint8Array> {
  const snapshot = await catalog.getNamedSnapshot(companyId).catch((cause: unknown) => {
    throw new ServiceError('UNAVAILABLE', 'The catalog cannot be read now. Retry the request.', { cause });
  });
  for (;;) {
    const { version, config } = await forCompany(db, companyId, (trx) => readSettings(trx, companyId));
    const tagging = await forCompany(db, companyId, (trx) => readTagging(trx, companyId, version));
    // Another apply came in between.
    if (tagging === null) continue;
    return compiler.listTagUsage({ snapshot, tagging, funnels: Object.values(config.funnels) });
  }
}
