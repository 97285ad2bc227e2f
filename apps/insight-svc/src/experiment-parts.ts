import { type Clock, createPeriodic, type GrpcService, type Logger, type Periodic, readBeforeScrape } from '@svc/kit';
import type { Knex } from 'knex';
import { createExperimentService } from './handlers/experiment-service.js';
import { addUpExperiments } from './usecases/experiments/add-up-experiments.js';
import { type CheckAlarms, checkExperiments } from './usecases/experiments/check-experiments.js';
import { createExperiments } from './usecases/experiments/experiments.js';
import { loadResults } from './usecases/experiments/load-results.js';

const SUMS_EVERY_MS = 60_000;
const CHECKS_EVERY_MS = 15 * 60_000;

/** The part of the service that has tests of funnels. */
export interface ExperimentParts {
  service: GrpcService;
  /** Starts adding tests up. */
  start(): void;
  stop(): Promise<void>;
}

export function createExperimentParts(deps: { db: Knex; log: Logger; clock: Clock }): ExperimentParts {
  const { db, log, clock } = deps;
  let sums: Periodic | undefined;
  let checks: Periodic | undefined;
  /** Of the last run; the same on every replica. */
  let alarms: CheckAlarms = { ratio: 0, split: 0 };
  const stopMetrics = readBeforeScrape((metrics) => {
    metrics.set('svc_experiment_ratio_alarms', alarms.ratio, {});
    metrics.set('svc_experiment_split_alarms', alarms.split, {});
  });
  const check = checkExperiments(deps);
  return {
    service: createExperimentService({
      experiments: createExperiments({ db, clock }),
      loadResults: loadResults({ db, clock, onStale: () => void sums?.trigger() }),
      clock,
    }),
    start() {
      sums = createPeriodic({ name: 'sums of tests', everyMs: SUMS_EVERY_MS, log, run: addUpExperiments(deps) });
      checks = createPeriodic({
        ...{ name: 'checks of tests', everyMs: CHECKS_EVERY_MS, log },
        run: async (signal) => {
          alarms = await check(signal);
        },
      });
    },
    async stop() {
      stopMetrics();
      await Promise.all([sums?.stop(), checks?.stop()]);
    },
  };
}
