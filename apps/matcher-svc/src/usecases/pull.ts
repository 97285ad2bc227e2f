import type { Db, Logger } from '@svc/kit';
import { CorruptSnapshotError, discardSnapshot, readSnapshot, writeSnapshot } from '../db/catalog-snapshots.js';
import { writeStates } from '../db/funnel-states.js';
import type { FunnelVersions } from './funnel-versions.js';
import type { CatalogPeer, FunnelPeer } from './peers.js';

export interface PullDeps {
  knex: Db;
  log: Logger;
  funnel: FunnelPeer;
  catalog: CatalogPeer;
  versions: FunnelVersions;
}

/** Copies a company's versions in force, with the published versions themselves, unless the copy is as new. */
export async function pullFunnels({ knex, funnel, versions }: PullDeps, companyId: string): Promise<void> {
  const states = await funnel.getStates(companyId);
  // First the versions: a stored state must not name a version that is not stored, in case funnel-svc goes down now.
  for (const { publishedVersionId } of states.funnels) {
    if (publishedVersionId !== null) await versions.get(companyId, publishedVersionId);
  }
  await writeStates(knex, companyId, states);
}

/** Copies a company's catalogue, unless the copy is as new. */
export async function pullCatalog({ knex, catalog }: PullDeps, companyId: string): Promise<void> {
  await writeSnapshot(knex, companyId, await catalog.getSnapshot(companyId));
}

/** As `readSnapshot`; a damaged snapshot is thrown away, so that it is pulled again, and never served. */
export async function readSoundSnapshot(
  { knex, log }: PullDeps,
  companyId: string,
  known?: number,
): ReturnType<typeof readSnapshot> {
  try {
    return await readSnapshot(knex, companyId, known);
  } catch (error) {
    if (!(error instanceof CorruptSnapshotError)) throw error;
    log.error({ err: error, companyId }, 'a stored catalogue is damaged; it is pulled again');
    await discardSnapshot(knex, companyId, error.version);
    return null;
  }
}
