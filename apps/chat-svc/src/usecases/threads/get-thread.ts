import { type Clock, forCompany, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompanyOfThread, readThread } from '../../db/threads.js';
import { listTurns } from '../../db/turns.js';
import type { Catalogs } from '../companies/catalogs.js';
import type { Caller, CallerCompanies } from '../turns/caller.js';
import { isExpired } from '../turns/claim-turn.js';
import { getRetentionMs } from '../turns/retention.js';
import { threadNotFound } from '../turns/thread-errors.js';
import { type ShownMessage, showTurns } from './show-turns.js';

/** Messages that are shown, the newest. */
const MAX_MESSAGES = 100;

export interface ShownThread {
  readonly expiresAt: Date;
  /** The oldest first. */
  readonly messages: readonly ShownMessage[];
}

/** A thread with the cards of the current catalog. @throws ServiceError NOT_FOUND, or UNAVAILABLE while the catalog cannot be read. */
export function getThread(deps: { db: Knex; clock: Clock; callers: CallerCompanies; catalogs: Catalogs }) {
  const { db, clock, callers, catalogs } = deps;
  return async (threadId: string, caller: Caller): Promise<ShownThread> => {
    const threadHash = sha256(threadId);
    const profile = await callers.requireThread(await findCompanyOfThread(db, threadHash), caller);
    const { thread, turns } = await forCompany(db, profile.id, async (trx) => ({
      thread: await readThread(trx, profile.id, threadHash),
      turns: await listTurns(trx, { companyId: profile.id, threadHash }, MAX_MESSAGES / 2),
    }));
    if (!thread || isExpired(thread, profile, clock.now())) throw threadNotFound();
    const expiresAt = new Date(thread.lastTurnAt.getTime() + getRetentionMs(profile));
    return { expiresAt, messages: await showTurns(catalogs, profile, turns) };
  };
}
