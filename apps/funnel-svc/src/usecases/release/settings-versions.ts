import { forCompany } from '@svc/kit';
import type { ConfigVersionSummary } from '@svc/proto';
import type { Knex } from 'knex';
import { listFunnelOrigins } from '../../db/funnels.js';
import { nameFunnels } from '../apply/name-funnels.js';
import { READ_TIMEOUT_MS, type ReleasePeers } from './peers.js';
import type { SettingsDocuments } from './settings-documents.js';

/** Versions of the settings, newest first, with funnels by sub-domain. @throws ServiceError UNAVAILABLE. */
export function listSettingsVersions({ db, release }: { db: Knex; release: ReleasePeers['release'] }) {
  return async (request: {
    companyId: string;
    pageSize: number;
    pageToken: string;
  }): Promise<{ versions: ConfigVersionSummary[]; nextPageToken: string }> => {
    const { companyId } = request;
    const [{ versions, nextPageToken }, funnels] = await Promise.all([
      release.listConfigVersions(request, { timeoutMs: READ_TIMEOUT_MS }),
      forCompany(db, companyId, (trx) => listFunnelOrigins(trx, companyId)),
    ]);
    return {
      versions: versions.map((version) => ({ ...version, changed: nameFunnels(version.changed, funnels) })),
      nextPageToken,
    };
  };
}

/**
 * The settings of a version as a blueprint with nothing else: JSON.
 * @throws ServiceError NOT_FOUND, UNAVAILABLE, or INVALID_BLUEPRINT when this release does not know a part.
 */
export function getSettingsVersion(deps: { db: Knex; release: ReleasePeers['release']; documents: SettingsDocuments }) {
  return async (companyId: string, version: number): Promise<Buffer> => {
    const [{ configJson }, funnels] = await Promise.all([
      deps.release.getConfigVersion({ companyId, version }, { timeoutMs: READ_TIMEOUT_MS }),
      forCompany(deps.db, companyId, (trx) => listFunnelOrigins(trx, companyId)),
    ]);
    return deps.documents.toBlueprint(configJson, funnels);
  };
}
