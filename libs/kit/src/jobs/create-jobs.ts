import type { Knex } from 'knex';
import type { Db } from '../db/create-database.js';
import { runDetached } from '../log/context.js';
import type { Logger } from '../log/logger.js';
import { type Metrics, noMetrics } from '../metrics/metrics.js';
import { createPeriodic } from '../util/periodic.js';
import type { JobTask, NewJob } from './job.js';
import {
  addJob,
  type ClaimedJob,
  claimJobs,
  countDeadJobs,
  deleteDeadJobs,
  extendLease,
  failJob,
  finishJob,
  msUntilNextJob,
} from './job-store.js';

/** Jobs of one service: added in a transaction, done at least once, by any of its processes. ADR 24. */
export interface Jobs {
  /** Adds a job in the caller's transaction; it begins at the next look at the table, or at `wake`. */
  add(db: Db, job: NewJob): Promise<void>;
  /** Looks for due jobs now. Call it after the transaction that added one. */
  wake(): void;
  /** Takes no more jobs; waits for those that run, then aborts them. */
  stop(): Promise<void>;
}

const DEFAULT_LEASE_MS = 30_000;
/** Days for which a job that was given up is kept for whoever looks. */
const KEEP_DEAD_DAYS = 30;
/** How often jobs that were given up are counted, and forgotten when their time is over, milliseconds. */
const SWEEP_MS = 10 * 60_000;

/** Starts to do jobs of the given tasks. The table is that of `createJobsTable`. */
export function createJobs(options: {
  knex: Knex;
  log: Logger;
  tasks: Record<string, JobTask>;
  /** Jobs that this process does at a time. Default 8. */
  concurrency?: number;
  /** Longest time between two looks at the table, milliseconds; a job known to be due sooner is taken when it is due. Default 2,000. */
  pollMs?: number;
  /** Longest wait of `stop`. Default 10,000. */
  stopTimeoutMs?: number;
  /** Days for which jobs that were given up are kept; they are deleted then. Default 30. */
  keepDeadDays?: number;
  /** How often that is looked at. Default ten minutes. */
  sweepMs?: number;
  metrics?: Metrics;
}): Jobs {
  const { knex, log, tasks, concurrency = 8, keepDeadDays = KEEP_DEAD_DAYS, metrics = noMetrics } = options;
  const leases = Object.fromEntries(
    Object.entries(tasks).map(([task, { leaseMs = DEFAULT_LEASE_MS }]) => [task, leaseMs]),
  );
  const runningJobs = new Set<Promise<void>>();
  const stopping = new AbortController();

  const pollMs = options.pollMs ?? 2_000;
  let nextPollMs = pollMs;
  const poll = createPeriodic({
    name: 'jobs',
    everyMs: () => nextPollMs,
    log,
    async run(signal) {
      nextPollMs = pollMs;
      const room = concurrency - runningJobs.size;
      if (room <= 0 || signal.aborted) return;
      const dueInMs = await msUntilNextJob(knex, Object.keys(tasks));
      if (dueInMs > 0) {
        nextPollMs = Math.min(pollMs, dueInMs);
        return;
      }
      for (const job of await claimJobs(knex, leases, room)) {
        const doing = runDetached(() => perform(job)).finally(() => {
          runningJobs.delete(doing);
          // There may be more in its lane.
          if (!signal.aborted) void poll.trigger();
        });
        runningJobs.add(doing);
      }
    },
  });

  const sweep = createPeriodic({
    name: 'jobs that were given up',
    everyMs: options.sweepMs ?? SWEEP_MS,
    log,
    async run() {
      const deleted = await deleteDeadJobs(knex, Object.keys(tasks), keepDeadDays);
      if (deleted > 0) log.info({ forgotten: deleted, keepDeadDays }, 'jobs that were given up long ago are deleted');
      const dead = await countDeadJobs(knex, Object.keys(tasks));
      for (const task of Object.keys(tasks)) metrics.set('svc_jobs_dead', dead.get(task) ?? 0, { task });
    },
  });

  async function perform(job: ClaimedJob): Promise<void> {
    const task = tasks[job.task] as JobTask;
    const leaseMs = leases[job.task] as number;
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const lease = setInterval(() => {
      extendLease(knex, job, leaseMs).then(
        (isOurs) => {
          if (!isOurs) lost.abort(new Error('Another process has taken the job over.'));
        },
        (error: unknown) => log.warn({ err: error, job: job.id }, 'the lease of a job was not extended'),
      );
    }, leaseMs / 3);
    const fields = { job: job.id, task: job.task, attempt: job.attempt };
    try {
      await task.run(job, signal);
      await finishJob(knex, job);
      metrics.count('svc_jobs_total', { task: job.task, outcome: 'DONE' });
    } catch (error) {
      const delayMs = stopping.signal.aborted ? 0 : task.retryDelayMs(job.attempt);
      if (delayMs === null) log.error({ err: error, ...fields }, 'a job is given up');
      else log.warn({ err: error, ...fields, delayMs }, 'a job failed; it is tried again');
      metrics.count('svc_jobs_total', { task: job.task, outcome: delayMs === null ? 'DEAD' : 'RETRIED' });
      await failJob(knex, job, toErrorMessage(error), delayMs).catch((cause: unknown) =>
        // Its lease ends by itself, and it is tried again then.
        log.warn({ err: cause, ...fields }, 'the end of a job could not be recorded'),
      );
    } finally {
      clearInterval(lease);
    }
  }

  return {
    add: addJob,
    wake: () => void poll.trigger(),
    async stop() {
      await poll.stop();
      await sweep.stop();
      const late = setTimeout(() => stopping.abort(new Error('The service stops.')), options.stopTimeoutMs ?? 10_000);
      await Promise.allSettled([...runningJobs]);
      clearTimeout(late);
    },
  };
}

const MAX_MESSAGE_LENGTH = 1_000;
const toErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_LENGTH);
