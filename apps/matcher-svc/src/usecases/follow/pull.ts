import { forCompany, type Logger } from '@svc/kit';
import type { Knex } from 'knex';
import { writeSnapshot } from '../../db/catalog-snapshots.js';
import { writeStates } from '../../db/funnel-states.js';
import type { CatalogCompiler } from '../../threads/catalog-compiler.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import type { CatalogPeer, FunnelPeer } from '../companies/peers.js';

export interface PullDeps {
  knex: Knex;
  log: Logger;
  funnel: FunnelPeer;
  catalog: CatalogPeer;
  versions: FunnelVersions;
  compiler: CatalogCompiler;
}

/** Copies a company's versions in force, with the published versions themselves, unless the copy is as new. */
export async function pullFunnels({ knex, funnel, versions }: PullDeps, companyId: string): Promise<void> {
  const states = await funnel.getStates(companyId);
  // First the versions: a stored state must not name a version that is not stored, in case funnel-svc goes down now.
  for (const { publishedVersionId } of states.funnels) {
    if (publishedVersionId !== null) await versions.get(companyId, publishedVersionId);
  }
  await forCompany(knex, companyId, (db) => writeStates(db, companyId, states));
}

/** Copies a company's catalogue, unless the copy is as new. */
export async function pullCatalog({ knex, catalog, compiler }: PullDeps, companyId: string): Promise<void> {
  const packed = await compiler.pack(await catalog.getSnapshot(companyId));
  await forCompany(knex, companyId, (db) => writeSnapshot(db, companyId, packed));
}
