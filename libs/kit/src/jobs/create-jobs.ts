import type { Knex } from 'knex';
import type { Db } from '../db/db.js';
import { runDetached } from '../log/context.js';
import type { Logger } from '../log/logger.js';
import { type Metrics, noMetrics } from '../metrics/metrics.js';
import { getProcessMetrics } from '../metrics/process-metrics.js';
import { showInStatus } from '../probes/status-parts.js';
import { withTrace } from '../telemetry/spans.js';
import { createPeriodic } from '../util/periodic.js';
import type { JobTask, NewJob } from './job.js';
import {
  addJob,
  type ClaimedJob,
  claimJobs,
  countDeadJobs,
  countReadyJobs,
  deleteDeadJobs,
  extendLease,
  failJob,
  finishJob,
  msUntilNextJob,
} from './job-store.js';

/** Jobs of one service: added in a transaction, run at least once, by any of its processes. ADR 24. */
export interface Jobs {
  /** Adds a job in the caller's transaction; it starts at the next poll of the table, or at `wake`. */
  add(db: Db, job: NewJob): Promise<void>;
  /** Polls the table now. Call it after the transaction that added a job. */
  wake(): void;
  /** Claims no more jobs; waits for running jobs, then aborts them. */
  stop(): Promise<void>;
}

const DEFAULT_LEASE_MS = 30_000;
/** Days for which a dead job is kept for inspection. */
const KEEP_DEAD_DAYS = 30;
/** How soon the table is polled again after a failure, milliseconds: jobs are late then. */
const AFTER_FAILURE_MS = 2_000;
/** How often dead jobs are counted, and deleted when they are too old, milliseconds. */
const SWEEP_MS = 10 * 60_000;
/** How often jobs that wait are counted for metrics, milliseconds. */
const COUNT_MS = 15_000;

/** Starts to run jobs of the given tasks. The table is that of `createJobsTable`. */
export function createJobs(options: {
  db: Knex;
  log: Logger;
  tasks: Record<string, JobTask>;
  /** Jobs that this process runs simultaneously. Default 8. */
  concurrency?: number;
  /** Longest time between two polls of the table, milliseconds; a job known to be due sooner is claimed when it is due. Default 5,000. */
  pollMs?: number;
  /** Longest time that `stop` waits for running jobs, milliseconds. Default 10,000. */
  stopTimeoutMs?: number;
  /** Days after which dead jobs are deleted. Default 30. */
  keepDeadDays?: number;
  /** Interval between two sweeps of dead jobs, milliseconds. Default ten minutes. */
  sweepMs?: number;
  metrics?: Metrics;
}): Jobs {
  const { db, log, tasks, concurrency = 8, keepDeadDays = KEEP_DEAD_DAYS, metrics = noMetrics } = options;
  const leases = Object.fromEntries(
    Object.entries(tasks).map(([task, { leaseMs = DEFAULT_LEASE_MS }]) => [task, leaseMs]),
  );
  // An alert compares with an earlier value, so the first dead job needs a zero before it.
  for (const task of Object.keys(tasks)) {
    getProcessMetrics()?.count('svc_jobs_total', { task, outcome: 'DEAD' }, 0);
  }
  const runningJobs = new Set<Promise<void>>();
  const stopping = new AbortController();
  /** As they were last counted, for `/status`. */
  const counts = new Map<string, { ready?: number; oldestReadyS?: number; dead?: number }>();
  const setCounts = (task: string, counted: { ready?: number; oldestReadyS?: number; dead?: number }): void => {
    counts.set(task, { ...counts.get(task), ...counted });
  };

  const pollMs = options.pollMs ?? 5_000;
  let nextPollMs = pollMs;
  let dueInMs = 0;
  const poll = createPeriodic({
    name: 'jobs',
    everyMs: () => nextPollMs,
    dueInMs: () => dueInMs,
    afterFailureMs: AFTER_FAILURE_MS,
    log,
    async run(signal) {
      nextPollMs = pollMs;
      dueInMs = 0;
      const room = concurrency - runningJobs.size;
      if (room <= 0 || signal.aborted) return;
      dueInMs = await msUntilNextJob(db, Object.keys(tasks));
      if (dueInMs > 0) {
        nextPollMs = Math.min(pollMs, dueInMs);
        return;
      }
      for (const job of await claimJobs(db, leases, room)) {
        const doing = runDetached(() => perform(job)).finally(() => {
          runningJobs.delete(doing);
          // More jobs may wait in its lane.
          if (!signal.aborted) void poll.trigger();
        });
        runningJobs.add(doing);
      }
    },
  });

  const sweep = createPeriodic({
    name: 'sweep of dead jobs',
    everyMs: options.sweepMs ?? SWEEP_MS,
    log,
    async run() {
      const deleted = await deleteDeadJobs(db, Object.keys(tasks), keepDeadDays);
      if (deleted > 0) log.info({ forgotten: deleted, keepDeadDays }, 'deleted old dead jobs');
      const dead = await countDeadJobs(db, Object.keys(tasks));
      for (const task of Object.keys(tasks)) {
        metrics.set('svc_jobs_dead', dead.get(task) ?? 0, { task });
        setCounts(task, { dead: dead.get(task) ?? 0 });
      }
    },
  });

  // Only where metrics are served: the query costs as much as jobs wait.
  const count = getProcessMetrics()
    ? createPeriodic({
        name: 'count waiting jobs',
        everyMs: COUNT_MS,
        log,
        async run() {
          const ready = await countReadyJobs(db, Object.keys(tasks));
          for (const task of Object.keys(tasks)) {
            const { count = 0, oldestSeconds = 0 } = ready.get(task) ?? {};
            getProcessMetrics()?.set('svc_jobs_ready', count, { task });
            getProcessMetrics()?.set('svc_job_oldest_ready_seconds', oldestSeconds, { task });
            setCounts(task, { ready: count, oldestReadyS: Math.round(oldestSeconds) });
          }
        },
      })
    : undefined;

  const hidden = Object.keys(tasks).map((task) => showInStatus('jobs', task, () => counts.get(task) ?? {}));

  async function perform(job: ClaimedJob): Promise<void> {
    const task = tasks[job.task] as JobTask;
    const leaseMs = leases[job.task] as number;
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const lease = setInterval(() => {
      extendLease(db, job, leaseMs).then(
        (isOurs) => {
          if (!isOurs) lost.abort(new Error('Another process has taken the job over.'));
        },
        (error: unknown) => log.warn({ err: error, job: job.id }, 'the lease of a job could not be extended'),
      );
    }, leaseMs / 3);
    const startedAt = performance.now();
    const fields = { job: job.id, task: job.task, attempt: job.attempt };
    try {
      await traceJob(job, () => task.run(job, signal));
      await finishJob(db, job);
      metrics.count('svc_jobs_total', { task: job.task, outcome: 'DONE' });
    } catch (error) {
      // Stopped, or taken over by another process: it is not the job that failed.
      const delayMs = signal.aborted ? 0 : task.retryDelayMs(job.attempt);
      if (delayMs === null) log.error({ err: error, ...fields }, 'a job is dead and will not be retried');
      else log.warn({ err: error, ...fields, delayMs }, 'a job failed and will be retried');
      metrics.count('svc_jobs_total', { task: job.task, outcome: delayMs === null ? 'DEAD' : 'RETRIED' });
      await failJob(db, job, toErrorMessage(error), delayMs).catch((cause: unknown) =>
        // The lease expires, and the job is then retried.
        log.warn({ err: cause, ...fields }, 'the outcome of a job could not be recorded'),
      );
    } finally {
      getProcessMetrics()?.observe('svc_job_seconds', (performance.now() - startedAt) / 1_000, { task: job.task });
      clearInterval(lease);
    }
  }

  return {
    add: addJob,
    wake: () => void poll.trigger(),
    async stop() {
      await poll.stop();
      await sweep.stop();
      await count?.stop();
      for (const hide of hidden) hide();
      const late = setTimeout(() => stopping.abort(new Error('The service stops.')), options.stopTimeoutMs ?? 10_000);
      await Promise.allSettled([...runningJobs]);
      clearTimeout(late);
    },
  };
}

/** A job begins a trace of its own, linked to the request that added it, if that request was recorded. */
function traceJob(job: ClaimedJob, run: () => Promise<void>): Promise<void> {
  if (job.link === undefined) return run();
  const attributes = { 'svc.job.task': job.task, 'svc.job.attempt': job.attempt };
  return withTrace(`job ${job.task}`, { kind: 'internal', attributes, link: job.link }, run);
}

const MAX_MESSAGE_LENGTH = 1_000;
const toErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_LENGTH);
