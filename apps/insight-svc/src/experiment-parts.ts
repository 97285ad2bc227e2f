import { type Clock, createPeriodic, type GrpcService, type Logger, type Periodic } from '@svc/kit';
import type { Knex } from 'knex';
import { createExperimentService } from './handlers/experiment-service.js';
import { addUpExperiments } from './usecases/experiments/add-up-experiments.js';
import { createExperiments } from './usecases/experiments/experiments.js';
import { loadResults } from './usecases/experiments/load-results.js';

const SUMS_EVERY_MS = 60_000;

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
  return {
    service: createExperimentService({
      experiments: createExperiments({ db, clock }),
      loadResults: loadResults({ db, clock, onStale: () => void sums?.trigger() }),
      clock,
    }),
    start() {
      sums = createPeriodic({ name: 'sums of tests', everyMs: SUMS_EVERY_MS, log, run: addUpExperiments(deps) });
    },
    async stop() {
      await sums?.stop();
    },
  };
}
