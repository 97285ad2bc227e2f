import { countFailedJobs, type Db, FAILED_WORK_DAYS, type FailedWork } from '@svc/kit';

/**
 * Deliveries of all companies that failed for good in the last days and were not delivered since, and dead jobs.
 * Served by deliveries_dead_idx.
 */
export async function countFailedWork(db: Db): Promise<FailedWork[]> {
  const { rows } = await db.raw<{ rows: { count: number; newestAt: Date | null }[] }>(
    `select count(*)::int as count, max(finished_at) as "newestAt" from all_deliveries
      where state = 'DEAD' and finished_at > now() - ? * interval '1 day'`,
    [FAILED_WORK_DAYS],
  );
  const deliveries = { kind: 'deliveries', count: rows[0]?.count ?? 0, newestAt: rows[0]?.newestAt ?? undefined };
  return [deliveries, await countFailedJobs(db)];
}
