import { setTimeout as delay } from 'node:timers/promises';
import { analysisNotFound, type Bus, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { emailKey } from '../db/analyses.js';
import { eraseAnalysis, eraseSomeByEmail } from '../db/erase-analyses.js';
import { isSendingErased } from '../db/is-sending-erased.js';
import { isAnalysisId } from '../domain/analysis-id.js';

export interface EraseDeps {
  knex: Knex;
  bus: Bus;
}

/**
 * Erases one analysis, stored responses and deliveries included. Fails with NOT_FOUND. Nothing of it is sent any more once
 * this has returned. docs/reliability.md R10.6.
 */
export async function eraseById(deps: EraseDeps, companyId: string, analysisId: string): Promise<void> {
  const isErased = isAnalysisId(analysisId) && (await eraseAnalysis(deps.knex, companyId, analysisId));
  if (isErased) announce(deps.bus, companyId, [analysisId]);
  // Also where there is nothing: whoever asks again because an answer was lost is told the truth.
  await attemptsOver(deps, companyId);
  if (!isErased) throw analysisNotFound();
}

/**
 * Erases all analyses of a company with an e-mail address, whatever its letter case, batch by batch: where it is
 * interrupted, the same call goes on. Fails with INVALID_REQUEST for an empty address. docs/reliability.md R10.6.
 * @returns how many were erased; 0 when called again.
 */
export async function eraseByEmail(deps: EraseDeps, companyId: string, email: string): Promise<number> {
  if (!/^[^\0]+$/.test(emailKey(email))) {
    throw new ServiceError('INVALID_REQUEST', 'email is empty or holds a NUL character. Send the address to erase.');
  }
  let erased = 0;
  let batch: string[];
  do {
    batch = await eraseSomeByEmail(deps.knex, companyId, email);
    announce(deps.bus, companyId, batch);
    erased += batch.length;
    // Not only after full batches: rows that another erasure took meanwhile make a batch short.
  } while (batch.length > 0);
  await attemptsOver(deps, companyId);
  return erased;
}

const LOOK_EVERY_MS = 50;

/** Waits for attempts that had begun before their delivery was erased: an endpoint that hangs has 15 s. ADR 28. */
async function attemptsOver({ knex }: EraseDeps, companyId: string): Promise<void> {
  while (await forCompany(knex, companyId, (db) => isSendingErased(db, companyId))) await delay(LOOK_EVERY_MS);
}

/** Tells whoever keeps matching inputs or finished responses of these analyses to drop them. */
function announce(bus: Bus, companyId: string, analysisIds: readonly string[]): void {
  for (const analysisId of analysisIds) bus.publish('analysis-erased', { analysisId, companyId });
}
