import { forCompany } from '@svc/kit';
import { readSnapshot } from '../../db/catalog-snapshots.js';
import { readTagging } from '../../db/company-configs.js';
import type { DraftTagging } from '../../domain/read-draft.js';
import type { Assortment } from '../../engine/compile/compile-assortment.js';
import type { PullDeps } from '../follow/pull.js';
import { compileStored } from './load-assortment.js';
import type { LoadedCompany } from './loaded-company.js';

/**
 * Compiles the loaded catalog of a company with another tagging than the current one. The result is not cached.
 * @returns null: the catalog or the settings have changed in the meantime.
 */
export type CompileTagged = (company: LoadedCompany, tagging: DraftTagging) => Promise<Assortment | null>;

export function createTaggedCompiler(deps: PullDeps): CompileTagged {
  return async ({ companyId, catalogVersion, configVersion }, { kind, json }) => {
    const stored = await forCompany(deps.db, companyId, (trx) => readSnapshot(trx, companyId));
    if (stored === null || stored === 'known' || stored.version !== catalogVersion) return null;
    // A copy, since it moves to the thread that compiles, and another attempt may need it again.
    if (kind === 'whole') return compileStored(deps, companyId, stored, [new Uint8Array(json)]);
    const tagging = await forCompany(deps.db, companyId, (trx) => readTagging(trx, companyId, configVersion));
    return tagging && compileStored(deps, companyId, stored, tagging, json);
  };
}
