import { discardSnapshot, readSnapshot } from '../db/catalog-snapshots.js';
import { readTagging } from '../db/company-configs.js';
import type { VersionedSettings } from '../domain/company-data.js';
import { DamagedCatalogError } from '../domain/stored-catalog.js';
import type { Assortment } from '../engine/compile-assortment.js';
import type { PullDeps } from './pull.js';

/**
 * The stored catalogue of a company, compiled with its tagging in another thread.
 * @param options.known - version of a catalogue that is compiled with the same tagging already.
 * @returns `known` if that is the stored one; `outdated` if the settings changed meanwhile; null if there is none, or if it
 * was damaged: then it was thrown away, so that it is pulled again, and never served.
 */
export async function loadAssortment(
  { knex, log, compiler }: Pick<PullDeps, 'knex' | 'log' | 'compiler'>,
  companyId: string,
  { settings, known }: { settings: VersionedSettings; known: number | undefined },
): Promise<{ catalogVersion: number; assortment: Assortment } | 'known' | 'outdated' | null> {
  const stored = await readSnapshot(knex, companyId, known);
  if (stored === null || stored === 'known') return stored;
  const tagging = await readTagging(knex, companyId, settings.version);
  if (tagging === null) return 'outdated';
  try {
    return { catalogVersion: stored.version, assortment: await compiler.compile(stored, tagging) };
  } catch (error) {
    if (!(error instanceof DamagedCatalogError)) throw error;
    log.error({ err: error, companyId }, 'a stored catalogue is damaged; it is pulled again');
    await discardSnapshot(knex, companyId, error.version);
    return null;
  }
}
