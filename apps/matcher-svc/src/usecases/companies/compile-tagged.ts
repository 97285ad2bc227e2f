import { forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
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
 * @throws ServiceError MATCHER_FAILURE when they cannot be read; any other error: they cannot be compiled.
 */
export type CompileTagged = (company: LoadedCompany, tagging: DraftTagging) => Promise<Assortment | null>;

export function createTaggedCompiler(deps: PullDeps): CompileTagged {
  const read = <T>(companyId: string, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    forCompany(deps.db, companyId, work).catch((cause: unknown) => {
      const message = "The company's catalog is currently unavailable. Retry the request.";
      throw new ServiceError('MATCHER_FAILURE', message, { cause });
    });
  return async ({ companyId, catalogVersion, configVersion }, { kind, json }) => {
    const stored = await read(companyId, (trx) => readSnapshot(trx, companyId));
    if (stored === null || stored === 'known' || stored.version !== catalogVersion) return null;
    // A copy, since it moves to the thread that compiles, and another attempt may need it again.
    if (kind === 'whole') return compileStored(deps, companyId, stored, [new Uint8Array(json)]);
    const tagging = await read(companyId, (trx) => readTagging(trx, companyId, configVersion));
    return tagging && compileStored(deps, companyId, stored, tagging, json);
  };
}
