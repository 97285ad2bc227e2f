import type { MatchingConfigPatch } from '@svc/domain';
import { type Bus, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { lockConfig, writeConfig, writeRevision } from '../../db/company-configs.js';
import { keepConfigVersion, pruneConfigVersions } from '../../db/config-versions.js';
import { applyPatch, changedKeys } from '../../domain/apply-patch.js';
import type { Companies } from '../companies/companies.js';

export interface ApplyDeps {
  knex: Knex;
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
export async function applyConfig(
  { knex, bus, companies, pullSoon }: ApplyDeps,
  input: { companyId: string; revision: number; patch: MatchingConfigPatch },
): Promise<void> {
  const { companyId, revision, patch } = input;
  const changed = await forCompany(knex, companyId, async (transaction) => {
    const before = await lockConfig(transaction, companyId);
    if (revision <= before.revision) return false;
    const changedNow = changedKeys(before.config, patch);
    if (changedNow.length === 0) {
      await writeRevision(transaction, companyId, revision);
      return false;
    }
    await keepConfigVersion(transaction, companyId, []);
    await writeConfig(transaction, companyId, revision, applyPatch(before.config, patch));
    await keepConfigVersion(transaction, companyId, changedNow);
    await pruneConfigVersions(transaction, companyId);
    return true;
  });
  if (changed) bus.publish('company-changed', { companyId });
  await companies.refresh(companyId);
  await pullSoon(companyId);
}
