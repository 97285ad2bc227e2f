import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { countAnalysesBetween } from '../db/report-facts.js';
import { readVisitsBetween } from '../db/visit-sums.js';
import { createDaySums, type FunnelSums } from '../domain/sums/visit-sums.js';

const HOUR_MS = 60 * 60_000;
/** By which clocks of servers may differ: a release is looked at right after it. */
const MAX_SKEW_MS = 60_000;
/** Long before visits are deleted. */
const MAX_AGE_MS = 30 * 24 * HOUR_MS;

export interface HourFigures {
  visits: FunnelSums;
  /** Without retakes. */
  analyses: number;
  /** Of these, whose match was shown. */
  shown: number;
}

/**
 * What shoppers did in the hour before a time and in the hour after it, as far as that has passed. From visits and analyses themselves, so
 * that it does not wait for sums. Cost: as much as two hours of one funnel. docs/insight.md N23.
 * @throws ServiceError INVALID_QUERY for a time in the future or more than 30 days ago.
 */
export function hoursAround({ db, clock }: { db: Knex; clock: Clock }) {
  return async (funnel: {
    companyId: string;
    funnelId: string;
    at: Date;
  }): Promise<{ before: HourFigures; after: HourFigures; until: Date }> => {
    const now = clock.now().getTime();
    const at = funnel.at.getTime();
    if (at > now + MAX_SKEW_MS) throw new ServiceError('INVALID_QUERY', 'at must not be in the future.');
    if (at < now - MAX_AGE_MS) throw new ServiceError('INVALID_QUERY', 'at must be at most 30 days ago.');
    const until = new Date(Math.max(at, Math.min(at + HOUR_MS, now)));
    return forCompany(db, funnel.companyId, async (trx) => ({
      before: await readFigures(trx, funnel, new Date(at - HOUR_MS), funnel.at),
      after: await readFigures(trx, funnel, funnel.at, until),
      until,
    }));
  };
}

async function readFigures(
  trx: Knex.Transaction,
  funnel: { companyId: string; funnelId: string },
  from: Date,
  to: Date,
): Promise<HourFigures> {
  const sums = createDaySums();
  for await (const visits of readVisitsBetween(trx, funnel, from, to)) for (const visit of visits) sums.add(visit);
  const visits = { visits: 0, starts: 0, finishes: 0 };
  for (const row of sums.get().funnels) {
    visits.visits += row.visits;
    visits.starts += row.starts;
    visits.finishes += row.finishes;
  }
  return { visits, ...(await countAnalysesBetween(trx, funnel, from, to)) };
}
