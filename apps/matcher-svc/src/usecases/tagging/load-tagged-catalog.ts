import { forCompany, ServiceError } from '@svc/kit';
import { readSettings, readTagging } from '../../db/company-configs.js';
import type { PullDeps } from '../follow/pull.js';

export type TaggedCatalogDeps = Pick<PullDeps, 'db' | 'catalog'>;

/**
 * A company's catalog in force with names and pictures, which matching does not keep, and the tagging and settings of one version.
 * @throws ServiceError UNAVAILABLE while catalog-sync cannot be read.
 */
export async function loadTaggedCatalog({ db, catalog }: TaggedCatalogDeps, companyId: string) {
  const snapshot = await catalog.getNamedSnapshot(companyId).catch((cause: unknown) => {
    throw new ServiceError('UNAVAILABLE', 'The catalog cannot be read now. Retry the request.', { cause });
  });
  for (;;) {
    const { version, config } = await forCompany(db, companyId, (trx) => readSettings(trx, companyId));
    const tagging = await forCompany(db, companyId, (trx) => readTagging(trx, companyId, version));
    // Null: another apply came in between.
    if (tagging !== null) return { snapshot, tagging, settingsVersion: version, config };
  }
}
