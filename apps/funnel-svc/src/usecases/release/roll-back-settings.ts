import { type Db, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompanyHandle } from '../../db/companies.js';
import { listFunnelOrigins } from '../../db/funnels.js';
import type { ApplyOutcome } from '../../domain/apply/apply-outcome.js';
import { pointToParts } from '../../domain/company/settings-parts.js';
import type { PartsDelivery } from '../apply/deliver-parts.js';
import { READ_TIMEOUT_MS, type ReleasePeers } from './peers.js';
import type { SettingsDocuments } from './settings-documents.js';

export interface SettingsRollback {
  companyId: string;
  version: number;
  /** Names of parts; empty: all that differ. */
  parts: readonly string[];
}

/**
 * Gives parts of the settings the values of an earlier version, by an ordinary apply. Paths of details and warnings begin with
 * the name of the part. docs/adr/0017-rollback-goes-through-apply.md.
 * @throws ServiceError NOT_FOUND, VERSION_NOT_FOUND, INVALID_REQUEST for a name that no part has, INVALID_BLUEPRINT, UNAVAILABLE.
 */
export function rollBackSettings(deps: {
  db: Knex;
  peers: Pick<ReleasePeers, 'matcher' | 'release'>;
  documents: SettingsDocuments;
  delivery: Pick<PartsDelivery, 'deliver'>;
  apply(handle: string, blueprintJson: Uint8Array): Promise<ApplyOutcome>;
}) {
  return async ({ companyId, version, parts }: SettingsRollback): Promise<ApplyOutcome> => {
    const options = { timeoutMs: READ_TIMEOUT_MS };
    // What an interrupted apply left comes first: it is compared with the version too.
    await deps.delivery.deliver(companyId);
    const [target, { configJson: currentJson }, { handle, funnels }] = await Promise.all([
      fetchTarget(deps.peers.release, companyId, version),
      deps.peers.matcher.getConfig({ companyId, withoutTagging: false }, options),
      forCompany(deps.db, companyId, (db) => loadCompany(db, companyId)),
    ]);
    let subdomains: readonly string[] = [];
    try {
      const plan = await deps.documents.planRollback({ ...target, currentJson, funnels, parts });
      subdomains = plan.subdomains;
      const answer = await deps.apply(handle, plan.blueprintJson);
      return { ...answer, warnings: pointToParts(answer.warnings, subdomains) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'INVALID_BLUEPRINT') throw error;
      const message = `Version ${version} does not fit the current state; nothing was changed.`;
      throw new ServiceError(error.code, message, { details: pointToParts(error.details, subdomains) });
    }
  };
}

async function fetchTarget(
  release: ReleasePeers['release'],
  companyId: string,
  version: number,
): Promise<{ targetJson: Buffer; targetAt: Date }> {
  const found = await release
    .getConfigVersion({ companyId, version }, { timeoutMs: READ_TIMEOUT_MS })
    .catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
      throw new ServiceError('VERSION_NOT_FOUND', `${error.message} See the list of versions.`);
    });
  const targetAt = found.version?.createTime;
  if (!targetAt) throw new Error('A version of the settings came without its time.');
  return { targetJson: found.configJson, targetAt };
}

async function loadCompany(db: Db, companyId: string) {
  const handle = await findCompanyHandle(db, companyId);
  if (handle === undefined) throw new ServiceError('NOT_FOUND', 'No company with this id.');
  return { handle, funnels: await listFunnelOrigins(db, companyId) };
}
