import { type Db, forCompany } from '@svc/kit';
import type { Knex } from 'knex';

/** Analyses that are looked at, and deleted at most, by one statement. */
const BATCH = 1_000;

/**
 * Deletes those of the 1,000 oldest analyses of a funnel that are older than `days`, without previews. Replicas may run it concurrently:
 * each skips what another one is deleting. Served by analyses_funnel_idx.
 * @returns the number of deleted analyses.
 */
export function deleteByRetention(
  db: Knex,
  { companyId, funnelId, days }: { companyId: string; funnelId: string; days: number },
): Promise<number> {
  return forCompany(db, companyId, async (trx: Db) => {
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `with oldest as (
         select key, created_at from analyses
         where funnel_id = ? and not is_preview order by key limit ?
       ), old as (
         select key from analyses
         where key in (select key from oldest where created_at < now() - ? * interval '1 day')
         for update skip locked
       )
       delete from analyses using old where analyses.key = old.key`,
      [funnelId, BATCH, days],
    );
    return rowCount;
  });
}
