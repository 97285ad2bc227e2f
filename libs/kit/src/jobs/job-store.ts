import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Db } from '../db/db.js';
import { type PreparedStatement, runPrepared } from '../db/statements/run-prepared.js';
import { currentContext, isSampled, isTraceparent } from '../log/context.js';
import type { FailedWork } from '../status/service-status.js';
import { isTracing } from '../telemetry/spans.js';
import type { NewJob, RunningJob } from './job.js';

/** A job that this process has taken, with the token that ends it. */
export interface ClaimedJob extends RunningJob {
  token: string;
  /** The traceparent of the request that added it, if that is recorded. */
  link?: string;
}

interface Row {
  id: string;
  task: string;
  payload: Record<string, unknown>;
  attempt: number;
  lease_token: string;
  created_at: Date;
}

/** Adds a job; within the caller's transaction it exists if and only if the transaction is committed. */
export const addJob = (db: Db, job: NewJob): Promise<void> => addJobs(db, [job]);

/** Adds jobs with different keys in one statement, as `addJob` does. */
export async function addJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  const rows = jobs.map(({ task, payload, key, lane, runAt }) => ({
    task,
    payload: withLink(payload),
    key,
    lane: lane?.name,
    lane_width: lane && (lane.width ?? 1),
    run_at: runAt,
  }));
  await db.raw(
    `insert into jobs (task, payload, key, lane, lane_width, run_at)
     select task, payload, key, lane, lane_width, coalesce(run_at, now())
       from json_to_recordset(?::json)
         as job (task text, payload jsonb, key text, lane text, lane_width integer, run_at timestamptz)
     on conflict (task, key) where key is not null and lease_until is null and dead_at is null
     do update set payload = excluded.payload, run_at = excluded.run_at`,
    [JSON.stringify(rows)],
  );
}

/** Where the payload of a job names the span that added it, while that is recorded. Tasks do not see it. */
const LINK = '_traceparent';

function withLink(payload: Record<string, unknown>): Record<string, unknown> {
  const traceparent = isTracing() ? currentContext()?.traceparent : undefined;
  return traceparent !== undefined && isSampled(traceparent) ? { ...payload, [LINK]: traceparent } : payload;
}

const MS_UNTIL_NEXT_JOB: PreparedStatement = {
  name: 'ms-until-next-job',
  text: `select ceil(1000 * extract(epoch from least(
       (select min(run_at) from jobs where lease_until is null and dead_at is null and task = any($1)),
       (select min(lease_until) from jobs where lease_until is not null and dead_at is null and task = any($1))) - now())) as ms`,
};

/**
 * Time until a job is due, or the lease of a killed process ends, in whole milliseconds rounded up; 0: one is due now, Infinity: no job
 * waits. Jobs of full lanes count as due.
 */
export async function msUntilNextJob(db: Knex, tasks: string[]): Promise<number> {
  const { rows } = await runPrepared<{ ms: string | null }>(db, MS_UNTIL_NEXT_JOB, [tasks]);
  const ms = rows[0]?.ms ?? null;
  return ms === null ? Number.POSITIVE_INFINITY : Math.max(0, Number(ms));
}

/** The first lane with jobs, by name; from lane to lane it costs as much as there are lanes, however many jobs wait in them. */
const nextLane = (condition: string): string =>
  `(select lane, lane_width from jobs where lane is not null and dead_at is null and ${condition} order by lane limit 1)`;

const due = (condition: string, limit: string): string =>
  `(select id, run_at from jobs
     where ${condition} and dead_at is null and run_at <= now() and (lease_until is null or lease_until < now())
       and task = any(:tasks)
     order by run_at, id limit ${limit})`;

/**
 * Claims due jobs, and those whose process was killed, in the order in which they are due; of a lane at most its width.
 * Processes take turns, since two that read a lane simultaneously could both fill it.
 * @param leases - milliseconds by task; jobs of other tasks are not claimed.
 */
export async function claimJobs(db: Knex, leases: Record<string, number>, limit: number): Promise<ClaimedJob[]> {
  return db.transaction(async (trx) => {
    await trx.raw(`select pg_advisory_xact_lock(hashtext(current_schema() || '.jobs'))`);
    const { rows } = await trx.raw<{ rows: Row[] }>(
      `with recursive lanes as (
         ${nextLane('true')}
         union all
         select next.* from lanes cross join lateral ${nextLane('lane > lanes.lane')} next
       ), running as (
         select lane, count(*) as count from jobs where lane is not null and lease_until >= now() group by lane
       ), due as (
         select first.id, first.run_at from lanes left join running using (lane) cross join lateral (
           ${due('lane = lanes.lane', 'greatest(0, least(:limit, lanes.lane_width - coalesce(running.count, 0)))')}) first
         union all
         ${due('lane is null', ':limit')}
       ), taken as (
         select id from due order by run_at, id limit :limit
       )
       update jobs
          set attempt = attempt + 1, lease_token = :token,
              lease_until = now() + (:leases::jsonb ->> task)::int * interval '1 millisecond'
         from taken where jobs.id = taken.id
       returning jobs.id, task, payload, attempt, lease_token, created_at`,
      { tasks: Object.keys(leases), leases: JSON.stringify(leases), limit, token: randomUUID() },
    );
    const claimed = rows.map(({ payload: { [LINK]: link, ...payload }, ...row }) => ({
      id: row.id,
      task: row.task,
      payload,
      ...(typeof link === 'string' && isTraceparent(link) ? { link } : {}),
      attempt: row.attempt,
      token: row.lease_token,
      createdAt: row.created_at,
    }));
    return claimed.sort((a, b) => Number(a.id) - Number(b.id));
  });
}

/** Extends the lease, which shows that the job's process is alive. @returns false if another process has taken the job over. */
export async function extendLease(db: Db, job: ClaimedJob, leaseMs: number): Promise<boolean> {
  const { rowCount } = await db.raw(
    `update jobs set lease_until = now() + ? * interval '1 millisecond' where id = ? and lease_token = ?`,
    [leaseMs, job.id, job.token],
  );
  return rowCount === 1;
}

/** Deletes a job that succeeded. */
export async function finishJob(db: Db, job: ClaimedJob): Promise<void> {
  await db.raw('delete from jobs where id = ? and lease_token = ?', [job.id, job.token]);
}

/**
 * Records a failed attempt. A job that was added under the same key in the meantime replaces this one.
 * @param delayMs - until the next attempt; null: the job is dead.
 */
export async function failJob(db: Db, job: ClaimedJob, error: string, delayMs: number | null): Promise<void> {
  await db.raw(
    `with gone as (
       delete from jobs old
        where old.id = :id and old.lease_token = :token and :delay::int is not null and exists (
          select from jobs newer
           where newer.task = old.task and newer.key = old.key and newer.id <> old.id
             and newer.lease_until is null and newer.dead_at is null)
       returning id
     )
     update jobs
        set lease_until = null, lease_token = null, last_error = :error,
            run_at = now() + coalesce(:delay::int, 0) * interval '1 millisecond',
            dead_at = case when :delay::int is null then now() end
      where id = :id and lease_token = :token and not exists (select from gone)`,
    { id: job.id, token: job.token, error, delay: delayMs },
  );
}

/** Deletes jobs that have been dead for more than `days`. @returns the number of deleted jobs. */
export async function deleteDeadJobs(db: Db, tasks: string[], days: number): Promise<number> {
  const { rowCount } = await db.raw(`delete from jobs where dead_at < now() - ? * interval '1 day' and task = any(?)`, [
    days,
    tasks,
  ]);
  return rowCount ?? 0;
}

/** Number of dead jobs by task. */
export async function countDeadJobs(db: Db, tasks: string[]): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { task: string; count: number }[] }>(
    'select task, count(*)::int as count from jobs where dead_at is not null and task = any(?) group by task',
    [tasks],
  );
  return new Map(rows.map(({ task, count }) => [task, count]));
}

/** Jobs that are due and not running, and for how long the oldest has been, by task. */
export async function countReadyJobs(
  db: Db,
  tasks: string[],
): Promise<Map<string, { count: number; oldestSeconds: number }>> {
  const { rows } = await db.raw<{ rows: { task: string; count: number; oldest: number }[] }>(
    `select task, count(*)::int as count, extract(epoch from now() - min(run_at))::float8 as oldest from jobs
      where lease_until is null and dead_at is null and run_at <= now() and task = any(?) group by task`,
    [tasks],
  );
  return new Map(rows.map(({ task, count, oldest }) => [task, { count, oldestSeconds: oldest }]));
}

/** Dead jobs of the service, of every task. */
export async function countFailedJobs(db: Db): Promise<FailedWork> {
  const { rows } = await db.raw<{ rows: { count: number; newestAt: Date | null }[] }>(
    'select count(*)::int as count, max(dead_at) as "newestAt" from jobs where dead_at is not null',
  );
  return { kind: 'jobs', count: rows[0]?.count ?? 0, newestAt: rows[0]?.newestAt ?? undefined };
}
