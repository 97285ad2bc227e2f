import { randomBytes } from 'node:crypto';
import type { UtcDay, ZonedDay } from '@svc/domain';
import { type Db, type PreparedStatement, writePrepared } from '@svc/kit';
import type { Knex } from 'knex';
import type { ShopEvent } from '../domain/visits/shop-visit.js';
import type { SumFilter } from './report-sums.js';

/** The salt of a day, the same for every replica; it is made with the first visit of the day. */
export async function loadSalt(db: Knex, day: UtcDay): Promise<Buffer> {
  await db('activity_salts')
    .insert({ day, salt: randomBytes(32) })
    .onConflict('day')
    .ignore();
  const row = await db('activity_salts').where({ day }).first<{ salt: Buffer }>('salt');
  return row.salt;
}

/** Counts what is new of a visit. Rows in one order, so that simultaneous reports wait for each other. */
const COUNT: PreparedStatement = {
  name: 'count-shop-visit',
  text: `with new as (
       insert into activity_visits (company_id, visit_hash, funnel_id, type, received_at)
       select $1, $2, funnel_id, type, $5::timestamptz from unnest($3::text[], $4::text[]) as event (funnel_id, type)
       on conflict do nothing returning funnel_id, type
     )
     insert into activity_days (company_id, day, funnel_id, type, visits)
     select $1, ($5::timestamptz at time zone coalesce((select time_zone from company_zones where company_id = $1), 'UTC'))::date,
       funnel_id, type, 1 from new order by funnel_id, type
     on conflict (company_id, day, funnel_id, type) do update set visits = activity_days.visits + 1`,
};

/** Shares its commit with others. @param visitHash - of the visit with the salt of the day. */
export async function countShopVisit(
  db: Knex,
  companyId: string,
  visitHash: Buffer,
  events: readonly ShopEvent[],
  now: Date,
): Promise<void> {
  await writePrepared(db, companyId, COUNT, [
    ...[companyId, visitHash, events.map(({ funnelId }) => funnelId), events.map(({ type }) => type)],
    now.toISOString(),
  ]);
}

/**
 * Deletes hashes that were received before a time, oldest first, of all companies; at most so many, and those of the same moments.
 * @returns their number.
 */
export async function expireShopVisits(db: Db, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from all_activity_visits where received_at in
       (select received_at from all_activity_visits where received_at < ? order by received_at limit ?)`,
    [before, limit],
  );
  return rowCount;
}

/** Deletes salts of days before one. */
export async function expireSalts(db: Db, day: UtcDay): Promise<void> {
  await db('activity_salts').where('day', '<', day).delete();
}

/** Page loads of shop pages by event type, of a funnel and of none. */
export const readActivity = (db: Db, filter: SumFilter): Promise<{ name: string; count: number }[]> =>
  db('activity_days')
    .where({ company_id: filter.companyId })
    .whereIn('funnel_id', [filter.funnelId, ''])
    .whereBetween('day', [filter.from, filter.to])
    .select(db.raw('type as name, sum(visits)::integer as count'))
    .groupBy('type')
    .orderBy('type') as unknown as Promise<{ name: string; count: number }[]>;

/** Page loads of shop pages with a component: of the type that was counted most. */
export async function countShopPages(db: Db, companyId: string, from: ZonedDay, to: ZonedDay): Promise<number> {
  const { rows } = await db.raw<{ rows: { visits: number | null }[] }>(
    `select max(visits) as visits from (
       select sum(visits)::integer as visits from activity_days
        where company_id = ? and day between ?::date and ?::date group by type) as by_type`,
    [companyId, from, to],
  );
  return rows[0]?.visits ?? 0;
}
