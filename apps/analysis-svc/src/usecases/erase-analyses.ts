import { setTimeout as delay } from 'node:timers/promises';
import { analysisNotFound, type Bus, forCompany, type Logger, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { emailKey } from '../db/analyses.js';
import { eraseAnalysis, eraseSomeByEmail } from '../db/erase-analyses.js';
import { isSendingErased } from '../db/is-sending-erased.js';
import { isAnalysisId } from '../domain/analysis-id.js';

export interface EraseDeps {
  db: Knex;
  bus: Bus;
  log: Logger;
}

/**
 * Erases one analysis with its stored responses and deliveries. Throws NOT_FOUND. When this returns, no attempt is sending
 * its data any longer. docs/reliability.md R10.6.
 */
export async function eraseById(deps: EraseDeps, companyId: string, analysisId: string): Promise<void> {
  const isErased = isAnalysisId(analysisId) && (await eraseAnalysis(deps.db, companyId, analysisId));
  if (isErased) publishErased(deps, companyId, [analysisId]);
  // Also when nothing was erased now: the caller may be retrying an erasure whose attempts are still running.
  await waitForAttempts(deps, companyId);
  if (!isErased) throw analysisNotFound();
}

/**
 * Erases all analyses of a company with an e-mail address, ignoring letter case, in batches. An interrupted call can be
 * repeated and continues. Throws INVALID_REQUEST for an empty address. docs/reliability.md R10.6.
 * @returns the number of erased analyses; 0 for a repeated call.
 */
export async function eraseByEmail(deps: EraseDeps, companyId: string, email: string): Promise<number> {
  if (!/^[^\0]+$/.test(emailKey(email))) {
    throw new ServiceError(
      'INVALID_REQUEST',
      'email must be the address to erase, not empty and without NUL characters.',
    );
  }
  let erased = 0;
  let batch: string[];
  do {
    batch = await eraseSomeByEmail(deps.db, companyId, email);
    publishErased(deps, companyId, batch);
    erased += batch.length;
    // A short batch is not the last one: a concurrent erasure may have taken some of its rows.
  } while (batch.length > 0);
  await waitForAttempts(deps, companyId);
  return erased;
}

const CHECK_EVERY_MS = 50;

/** Waits for attempts that started before their delivery was erased. A call has a timeout of 15 s. ADR 28. */
async function waitForAttempts({ db }: EraseDeps, companyId: string): Promise<void> {
  while (await forCompany(db, companyId, (trx) => isSendingErased(trx, companyId))) await delay(CHECK_EVERY_MS);
}

/**
 * Notifies every process that caches matching inputs or responses of these analyses to delete them, and logs their hashes: the log
 * is a record outside of the database, from which a restored one erases again. docs/operations.md "Erasures after a restore".
 */
function publishErased({ bus, log }: EraseDeps, companyId: string, analysisIds: readonly string[]): void {
  for (const analysisId of analysisIds) {
    bus.publish('analysis-erased', { analysisId, companyId });
    log.info({ erasedAnalysis: sha256(analysisId).toString('hex') }, 'erased an analysis');
  }
}
