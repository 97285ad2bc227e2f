import { countFailedJobs, type Db, FAILED_WORK_DAYS, type FailedWork } from '@svc/kit';

/** Imports of all companies that failed in the last days, without checks, and dead jobs. Served by import_runs_finished_idx. */
export async function countFailedWork(db: Db): Promise<FailedWork[]> {
  const { rows } = await db.raw<{ rows: { count: number; newestAt: Date | null }[] }>(
    `select count(*)::int as count, max(finished_at) as "newestAt" from all_import_runs
      where state = 'FAILED' and not dry_run and finished_at > now() - ? * interval '1 day'`,
    [FAILED_WORK_DAYS],
  );
  const imports = { kind: 'imports', count: rows[0]?.count ?? 0, newestAt: rows[0]?.newestAt ?? undefined };
  return [imports, await countFailedJobs(db)];
}
