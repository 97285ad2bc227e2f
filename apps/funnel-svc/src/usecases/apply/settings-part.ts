import type { MatchingConfig } from '@svc/domain';
import { companyNotFound, type Db, forCompany, funnelNotFound, json, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompanyId } from '../../db/companies.js';
import { listFunnelOrigins } from '../../db/funnels.js';
import { getFingerprint } from '../../domain/company/fingerprint.js';
import { findPart, getPart } from '../../domain/company/settings-parts.js';
import type { PartsDelivery } from './deliver-parts.js';
import type { ApplyParticipants } from './participants.js';
import { ask } from './prepare-parts.js';

/** A part of what matching does, and what identifies its content. */
export interface SettingsPartState {
  content: unknown;
  fingerprint: string;
}

/**
 * A part of the settings as it is now, complete. What an earlier apply left undelivered is delivered first.
 * @throws ServiceError NOT_FOUND, UNAVAILABLE.
 */
export function getSettingsPart(deps: { db: Knex; matcher: ApplyParticipants['matcher']; delivery: PartsDelivery }) {
  return async (handle: string, name: string): Promise<SettingsPartState> => {
    const companyId = await findCompanyId(deps.db, handle);
    if (companyId === undefined) throw companyNotFound();
    await deps.delivery.deliver(companyId);
    return forCompany(deps.db, companyId, (db) => loadSettingsPart({ ...deps, db }, companyId, name));
  };
}

/** Compares a part with what the caller has read. Runs under the lock of the company, after deliveries. */
export async function requirePartState(
  deps: { db: Db; matcher: ApplyParticipants['matcher'] },
  companyId: string,
  expected: { part: string; fingerprint: string },
): Promise<void> {
  const { fingerprint } = await loadSettingsPart(deps, companyId, expected.part);
  if (fingerprint === expected.fingerprint) return;
  throw new ServiceError('PRECONDITION_FAILED', 'This part has changed since it was read. Nothing was changed.');
}

async function loadSettingsPart(
  { db, matcher }: { db: Db; matcher: ApplyParticipants['matcher'] },
  companyId: string,
  name: string,
): Promise<SettingsPartState> {
  const part = findPart(name, await listFunnelOrigins(db, companyId));
  if (!part) throw funnelNotFound();
  const { configJson } = await ask('matching', matcher.getConfig({ companyId, withoutTagging: true }));
  const content = getPart(json.decode<MatchingConfig>(configJson), part);
  return { content, fingerprint: getFingerprint(content) };
}
