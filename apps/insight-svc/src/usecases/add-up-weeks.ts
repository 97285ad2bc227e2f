import { addDays, utcDay } from '@svc/domain';
import { type Clock, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { addUpWeek, listOpenWeeks } from '../db/week-sums.js';
import { toWeek } from '../domain/sums/whole-weeks.js';

/** Weeks that are read together. */
const BATCH = 100;

/**
 * Adds up weeks that are over in every time zone, from their days. A week whose days change later is added up again as a whole, so that
 * repeating it changes nothing; replicas may run it concurrently. docs/insight.md N10.4, ADR 142.
 */
export function addUpWeeks({ db, clock }: { db: Knex; clock: Clock }) {
  return async (signal?: AbortSignal): Promise<void> => {
    const current = toWeek(addDays(utcDay(clock.now()), -1));
    for (;;) {
      const open = await listOpenWeeks(db, current, BATCH);
      for (const week of open) {
        if (signal?.aborted) return;
        await forCompany(db, week.companyId, (trx) => addUpWeek(trx, week));
      }
      if (open.length < BATCH) return;
    }
  };
}
