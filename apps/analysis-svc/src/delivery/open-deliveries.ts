import { DELIVERY_TARGETS } from '@svc/domain';
import { createJobs, createPeriodic, type GrpcService, type Metrics } from '@svc/kit';
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
  /** Looks for due deliveries now. Call it after the transaction that recorded one. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Attempts of this process at a time. An endpoint that hangs takes at most two places, over all replicas: it takes 64 that hang at
 * once to fill one replica.
 */
const DEFAULT_CONCURRENCY = 128;
const FOLLOW_EVERY_MS = 30_000;
const RETENTION_EVERY_MS = 10 * 60_000;
const COUNT_EVERY_MS = 15_000;

/** Starts to deliver. */
export function openDeliveries(
  deps: AttemptDeps & {
    concurrency?: number;
    /** How often due deliveries are looked for, milliseconds; those of this process begin at once. */
    pollMs?: number;
    followEveryMs?: number;
    /** Longest wait of `stop` for attempts that run. Default 10,000. */
    stopTimeoutMs?: number;
  },
): Deliveries {
  const { knex, log, metrics } = deps;
  const jobs = createJobs({
    knex,
    log,
    concurrency: deps.concurrency ?? DEFAULT_CONCURRENCY,
    ...(deps.pollMs === undefined ? {} : { pollMs: deps.pollMs }),
    ...(deps.stopTimeoutMs === undefined ? {} : { stopTimeoutMs: deps.stopTimeoutMs }),
    tasks: { [DELIVER_TASK]: attemptDelivery(deps), [RELEASE_TASK]: releaseHeld(deps) },
  });
  const periodic = [
    createPeriodic({
      name: 'endpoints that are switched off',
      everyMs: deps.followEveryMs ?? FOLLOW_EVERY_MS,
      log,
      async run(signal) {
        if ((await followEndpoints(deps, signal)) > 0) jobs.wake();
      },
    }),
    createPeriodic({
      name: 'forget old deliveries',
      everyMs: RETENTION_EVERY_MS,
      log,
      run: (signal) => forgetOldDeliveries(knex, signal),
    }),
    createPeriodic({
      name: 'count pending deliveries',
      everyMs: COUNT_EVERY_MS,
      log,
      run: () => showPending(knex, metrics),
    }),
  ];
  return {
    service: deliveryService({ ...deps, wake: () => jobs.wake() }),
    wake: () => jobs.wake(),
    async stop() {
      await Promise.all(periodic.map((task) => task.stop()));
      await jobs.stop();
    },
  };
}

async function showPending(knex: Knex, metrics: Metrics): Promise<void> {
  const pending = await countPending(knex);
  for (const target of DELIVERY_TARGETS) metrics.set('svc_deliveries_pending', pending[target] ?? 0, { target });
}
