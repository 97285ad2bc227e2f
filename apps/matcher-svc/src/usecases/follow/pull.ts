import { forCompany, type Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { writeSnapshot } from '../../db/catalog-snapshots.js';
import { writeStates } from '../../db/funnel-states.js';
import type { CatalogCompiler } from '../../workers/catalog-compiler.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import type { CatalogPeer, FunnelPeer } from '../companies/peers.js';

export interface PullDeps {
  db: Knex;
  log: Logger;
  funnel: FunnelPeer;
  catalog: CatalogPeer;
  versions: FunnelVersions;
  compiler: CatalogCompiler;
}

/** Copies a company's current versions, including the published versions themselves, unless the copy is current. */
export async function pullFunnels({ db, funnel, versions }: PullDeps, companyId: string): Promise<void> {
  const states = await funnel.getStates(companyId);
  // Versions first: a stored state must not refer to a version that is not stored, in case funnel-svc becomes unavailable.
  for (const { publishedVersionId, testedVersionIds = [] } of states.funnels) {
    for (const versionId of new Set([publishedVersionId, ...testedVersionIds])) {
      if (versionId !== null) await versions.get(companyId, versionId);
    }
  }
  await forCompany(db, companyId, (trx) => writeStates(trx, companyId, states));
}

/** Copies a company's catalog unless the copy is current. */
export async function pullCatalog({ db, catalog, compiler }: PullDeps, companyId: string): Promise<void> {
  const packed = await compiler.pack(await catalog.getSnapshot(companyId));
  await forCompany(db, companyId, (trx) => writeSnapshot(trx, companyId, packed));
}
