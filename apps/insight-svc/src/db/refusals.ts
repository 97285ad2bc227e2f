import type { ZonedDay } from '@svc/domain';
import { type Db, type PreparedStatement, writePrepared } from '@svc/kit';
import type { Knex } from 'knex';

export type RefusalKind = 'ORDER' | 'REFUND' | 'VISIT';

/** Refused requests of some days. */
export interface Refusals {
  kind: RefusalKind;
  reason: string;
  requests: number;
}

/** Days are those of the company's zone. */
const COUNT: PreparedStatement = {
  name: 'count-refusals',
  text: `insert into refusal_days (company_id, day, kind, reason, requests)
     select $1, ($2::timestamptz at time zone coalesce((select time_zone from company_zones where company_id = $1), 'UTC'))::date, $3, $4, $5::integer
     on conflict (company_id, day, kind, reason) do update set requests = refusal_days.requests + excluded.requests`,
};

/** @param reason - one of few. */
export async function addRefusal(
  db: Knex,
  companyId: string,
  { kind, reason, requests }: Refusals,
  now: Date,
): Promise<void> {
  await writePrepared(db, companyId, COUNT, [companyId, now.toISOString(), kind, reason, requests]);
}

/** By kind and reason. */
export const listRefusals = (
  db: Db,
  { companyId, from, to }: { companyId: string; from: ZonedDay; to: ZonedDay },
  kinds: readonly RefusalKind[],
): Promise<Refusals[]> =>
  db('refusal_days')
    .where({ company_id: companyId })
    .whereIn('kind', [...kinds])
    .whereBetween('day', [from, to])
    .select('kind', 'reason', db.raw('sum(requests)::integer as requests'))
    .groupBy('kind', 'reason')
    .orderBy(['kind', 'reason']) as unknown as Promise<Refusals[]>;
