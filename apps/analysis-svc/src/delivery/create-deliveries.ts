import { DELIVERY_TARGETS } from '@svc/domain';
import {
  createJobs,
  createPeriodic,
  type GrpcService,
  type Jobs,
  type Logger,
  type Metrics,
  noMetrics,
  type Periodic,
} from '@svc/kit';
import type { Knex } from 'knex';
import { countPending } from './db/count-pending.js';
import { countDisabled } from './db/endpoints.js';
import { createDeliveryService } from './delivery-service.js';
import { deleteOldDeliveries } from './jobs/delete-old-deliveries.js';
import { DELIVER_TASK } from './jobs/delivery-job.js';
import { type AttemptDeps, createDeliveryTask } from './jobs/delivery-task.js';
import { followEndpoints } from './jobs/follow-endpoints.js';
import { createReleaseTask, RELEASE_TASK } from './jobs/release-task.js';

/** The deliveries of analysis-svc: attempts, endpoints and the log. ADR 29. */
export interface Deliveries {
  service: GrpcService;
  /** Starts delivering. The tables must exist. */
  start(): void;
  /** Makes the worker check for due deliveries immediately. Call it after the transaction that inserted one. */
  wake(): void;
  stop(): Promise<void>;
}

/** Interval at which the addresses of disabled endpoints are checked for changes, in milliseconds. */
const FOLLOW_EVERY_MS = 30_000;
const RETENTION_EVERY_MS = 10 * 60_000;
const COUNT_EVERY_MS = 15_000;
/** Maximum time that `stop` waits for running attempts, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

/** @param deps.concurrency - maximum of concurrent attempts in this process; 0: it delivers nothing, other replicas do. */
export function createDeliveries(
  deps: AttemptDeps & { concurrency: number; pollMs?: number; followEveryMs?: number; stopTimeoutMs?: number },
): Deliveries {
  const { db, log, metrics, concurrency } = deps;
  let jobs: Jobs | undefined;
  let periodic: Periodic[] = [];
  const wake = () => jobs?.wake();

  return {
    service: createDeliveryService({ ...deps, wake }),
    wake,
    start() {
      if (concurrency === 0) return;
      jobs = createJobs({
        db,
        log,
        metrics,
        concurrency,
        ...(deps.pollMs === undefined ? {} : { pollMs: deps.pollMs }),
        stopTimeoutMs: deps.stopTimeoutMs ?? STOP_TIMEOUT_MS,
        tasks: { [DELIVER_TASK]: createDeliveryTask(deps), [RELEASE_TASK]: createReleaseTask(deps) },
      });
      periodic = [
        createPeriodic({
          name: 'check disabled endpoints for changes',
          everyMs: deps.followEveryMs ?? FOLLOW_EVERY_MS,
          log,
          async run(signal) {
            if ((await followEndpoints(deps, signal)) > 0) wake();
          },
        }),
        createPeriodic({
          name: 'delete old deliveries',
          everyMs: RETENTION_EVERY_MS,
          log,
          run: (signal) => deleteOldDeliveries(db, signal),
        }),
        ...(metrics === noMetrics ? [] : [startPendingGauge(db, metrics, log)]),
      ];
    },
    async stop() {
      await Promise.all(periodic.map((task) => task.stop()));
      await jobs?.stop();
    },
  };
}

const startPendingGauge = (db: Knex, metrics: Metrics, log: Logger): Periodic =>
  createPeriodic({
    name: 'count pending deliveries',
    everyMs: COUNT_EVERY_MS,
    log,
    async run() {
      const pending = await countPending(db);
      for (const target of DELIVERY_TARGETS) metrics.set('svc_deliveries_pending', pending[target] ?? 0, { target });
      metrics.set('svc_delivery_endpoints_disabled', await countDisabled(db));
    },
  });
