import type { FunnelVersion } from '@svc/domain';
import { forCompany, runDetached, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { readVersion, writeVersion } from '../../db/funnel-states.js';
import type { FunnelPeer } from './peers.js';

const MAX_VERSIONS = 1_000;

/** Funnel versions by id. They never change, so they are cached indefinitely: in memory, then in the schema. */
export interface FunnelVersions {
  /**
   * One version of a company.
   * @throws ServiceError MATCHER_FAILURE for a version of another company; otherwise the error of funnel-svc.
   */
  get(companyId: string, versionId: string): Promise<FunnelVersion>;
}

export function createFunnelVersions(deps: { db: Knex; funnel: FunnelPeer }): FunnelVersions {
  const kept = new LRUCache<string, Promise<FunnelVersion>>({ max: MAX_VERSIONS });

  async function load(companyId: string, versionId: string): Promise<FunnelVersion> {
    const stored = await forCompany(deps.db, companyId, (trx) => readVersion(trx, versionId));
    if (stored) return stored;
    const version = await deps.funnel.getVersion(versionId);
    await forCompany(deps.db, version.companyId, (trx) => writeVersion(trx, version));
    return version;
  }

  return {
    async get(companyId, versionId) {
      let loading = kept.get(versionId);
      if (!loading) {
        loading = runDetached(() => load(companyId, versionId)); // Other requests may wait for it.
        kept.set(versionId, loading);
        loading.catch(() => kept.delete(versionId));
      }
      const version = await loading;
      if (version.companyId === companyId) return version;
      throw new ServiceError('MATCHER_FAILURE', 'The funnel version belongs to another company.');
    },
  };
}
