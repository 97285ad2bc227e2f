import { forCompany, json } from '@svc/kit';
import { readSnapshot } from '../../db/catalog-snapshots.js';
import type { PullDeps } from '../follow/pull.js';
import type { ReplayDeps } from '../release/replay-draft.js';
import { compileStored } from './load-assortment.js';

/** Compiles the loaded catalog of a company with another tagging than the current one. The result is not cached. */
export function createTaggedCompiler(deps: PullDeps): ReplayDeps['compileTagged'] {
  return async ({ companyId, catalogVersion }, tagging) => {
    const stored = await forCompany(deps.knex, companyId, (db) => readSnapshot(db, companyId));
    if (stored === null || stored === 'known' || stored.version !== catalogVersion) return null;
    return compileStored(deps, companyId, stored, [json.encode(tagging)]);
  };
}
