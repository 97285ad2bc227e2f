import { forCompany } from '@svc/kit';
import { readSnapshot } from '../../db/catalog-snapshots.js';
import { readTagging } from '../../db/company-configs.js';
import type { PullDeps } from '../follow/pull.js';
import type { ReplayDeps } from '../release/replay-draft.js';
import { compileStored } from './load-assortment.js';

/** Compiles the loaded catalog of a company with another tagging than the current one. The result is not cached. */
export function createTaggedCompiler(deps: PullDeps): ReplayDeps['compileTagged'] {
  return async ({ companyId, catalogVersion, configVersion }, { kind, json }) => {
    const stored = await forCompany(deps.db, companyId, (trx) => readSnapshot(trx, companyId));
    if (stored === null || stored === 'known' || stored.version !== catalogVersion) return null;
    // A copy, since it moves to the thread that compiles, and another attempt may need it again.
    if (kind === 'whole') return compileStored(deps, companyId, stored, [new Uint8Array(json)]);
    const tagging = await forCompany(deps.db, companyId, (trx) => readTagging(trx, companyId, configVersion));
    return tagging && compileStored(deps, companyId, stored, tagging, json);
  };
}
