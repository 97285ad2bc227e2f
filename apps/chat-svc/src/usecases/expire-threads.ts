import { DAY_MS } from '@svc/domain';
import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { deleteThreadsBefore, listCompaniesWithThreads } from '../db/threads.js';
import { forgetAnswers } from '../db/turns.js';
import type { Companies } from './companies/companies.js';
import { getRetentionMs } from './turns/retention.js';

const PAGE = 1_000;

/**
 * Deletes conversations that are older than their companies keep them, all of those of companies that no longer exist, and
 * forgets whole answers after 24 hours. A company that cannot be read is tried again by the next run. docs/chat.md T3.4, T7.4.
 */
export function expireThreads({ db, clock, companies }: { db: Knex; clock: Clock; companies: Companies }) {
  return async (signal: AbortSignal): Promise<void> => {
    const now = clock.now();
    let failure: unknown;
    for (const { companyId, oldest } of await listCompaniesWithThreads(db)) {
      if (signal.aborted) return;
      await forCompany(db, companyId, (trx) => forgetAnswers(trx, companyId, new Date(now.getTime() - DAY_MS)));
      const before = await getBefore(companies, companyId, now).catch((error: unknown) => {
        failure = error;
      });
      while (before && oldest < before && !signal.aborted) {
        if ((await deleteThreadsBefore(db, companyId, before, PAGE)) < PAGE) break;
      }
    }
    if (failure !== undefined) throw failure;
  };
}

async function getBefore(companies: Companies, id: string, now: Date): Promise<Date> {
  try {
    return new Date(now.getTime() - getRetentionMs(await companies.find({ id })));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return new Date(now.getTime() + DAY_MS);
    throw error;
  }
}
