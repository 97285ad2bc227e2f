import type { MatchingConfigPatch } from '@svc/domain';
import { type Bus, forCompany, json } from '@svc/kit';
import type { Knex } from 'knex';
import { lockConfig, writeConfig, writeRevision } from '../../db/company-configs.js';
import { keepConfigVersion, pruneConfigVersions } from '../../db/config-versions.js';
import { applyPatch, changedKeys } from '../../domain/apply-patch.js';
import type { Companies } from '../companies/companies.js';

/** A patch as it was sent. */
export interface ApplyInput {
  companyId: string;
  revision: number;
  /** `MatchingConfigPatch`, JSON. */
  patchJson: Uint8Array;
}

export interface ApplyDeps {
  /** `storeConfig`, wherever it runs. */
  store(input: ApplyInput): Promise<boolean>;
  bus: Bus;
  companies: Companies;
  /** Pulls current versions and catalog; resolves within a second, even if that failed. */
  pullSoon(companyId: string): Promise<void>;
}

/**
 * Applies a patch once per revision: an older or repeated revision has no effect. When it returns, this process matches
 * with the new configuration, and with the newest funnels and catalog that it could load within a second. Each change is
 * added to the history in the same transaction.
 */
export async function applyConfig({ store, bus, companies, pullSoon }: ApplyDeps, input: ApplyInput): Promise<void> {
  const { companyId } = input;
  if (await store(input)) bus.publish('company-changed', { companyId });
  await companies.refresh(companyId);
  await pullSoon(companyId);
}

/**
 * Writes a patch into the configuration.
 * @returns whether that changed something.
 */
export function storeConfig(db: Knex, { companyId, revision, patchJson }: ApplyInput): Promise<boolean> {
  return forCompany(db, companyId, async (trx) => {
    const patch = json.decode<MatchingConfigPatch>(patchJson);
    const before = await lockConfig(trx, companyId);
    if (revision <= before.revision) return false;
    const changedNow = changedKeys(before.config, patch);
    if (changedNow.length === 0) {
      await writeRevision(trx, companyId, revision);
      return false;
    }
    await keepConfigVersion(trx, companyId, []);
    await writeConfig(trx, companyId, revision, applyPatch(before.config, patch));
    await keepConfigVersion(trx, companyId, changedNow);
    await pruneConfigVersions(trx, companyId);
    return true;
  });
}
