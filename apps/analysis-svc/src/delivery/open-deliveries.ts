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
import { type AttemptDeps, attemptDelivery } from './attempt-delivery.js';
import { countPending } from './db/count-pending.js';
import { DELIVER_TASK } from './delivery-job.js';
import { deliveryService } from './delivery-service.js';
import { followEndpoints } from './follow-endpoints.js';
import { forgetOldDeliveries } from './forget-old-deliveries.js';
import { RELEASE_TASK, releaseHeld } from './release-held.js';

/** Deliveries of analysis-svc: attempts, endpoints, the log. ADR 29. */
export interface Deliveries {
  service: GrpcService;
  /** Begins to deliver; the tables are there. */
  start(): void;
  /** Looks for due deliveries now. Call it after the transaction that recorded one. */
  wake(): void;
  stop(): Promise<void>;
}

/** How often the targets of switched-off endpoints are read again, milliseconds. */
const FOLLOW_EVERY_MS = 30_000;
const RETENTION_EVERY_MS = 10 * 60_000;
const COUNT_EVERY_MS = 15_000;
/** Longest wait of `stop` for attempts that run, milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

/** @param deps.concurrency - attempts of this process at a time; 0: it delivers nothing, and others do. */
export function openDeliveries(
  deps: AttemptDeps & { concurrency: number; pollMs?: number; followEveryMs?: number; stopTimeoutMs?: number },
): Deliveries {
  const { knex, log, metrics, concurrency } = deps;
  let jobs: Jobs | undefined;
  let periodic: Periodic[] = [];
  const wake = () => jobs?.wake();

  return {
    service: deliveryService({ ...deps, wake }),
    wake,
    start() {
      if (concurrency === 0) return;
      jobs = createJobs({
        knex,
        log,
        metrics,
        concurrency,
        ...(deps.pollMs === undefined ? {} : { pollMs: deps.pollMs }),
        stopTimeoutMs: deps.stopTimeoutMs ?? STOP_TIMEOUT_MS,
        tasks: { [DELIVER_TASK]: attemptDelivery(deps), [RELEASE_TASK]: releaseHeld(deps) },
      });
      periodic = [
        createPeriodic({
          name: 'look for other addresses of endpoints that are switched off',
          everyMs: deps.followEveryMs ?? FOLLOW_EVERY_MS,
          log,
          async run(signal) {
            if ((await followEndpoints(deps, signal)) > 0) wake();
          },
        }),
        createPeriodic({
          name: 'forget old deliveries',
          everyMs: RETENTION_EVERY_MS,
          log,
          run: (signal) => forgetOldDeliveries(knex, signal),
        }),
        ...(metrics === noMetrics ? [] : [pendingGauge(knex, metrics, log)]),
      ];
    },
    async stop() {
      await Promise.all(periodic.map((task) => task.stop()));
      await jobs?.stop();
    },
  };
}

const pendingGauge = (knex: Knex, metrics: Metrics, log: Logger): Periodic =>
  createPeriodic({
    name: 'count pending deliveries',
    everyMs: COUNT_EVERY_MS,
    log,
    async run() {
      const pending = await countPending(knex);
      for (const target of DELIVERY_TARGETS) metrics.set('svc_deliveries_pending', pending[target] ?? 0, { target });
    },
  });
