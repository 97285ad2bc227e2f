import {
  type Bus,
  type Clock,
  createPeriodic,
  type GrpcService,
  type Logger,
  type Periodic,
  runDetached,
} from '@svc/kit';
import type { Knex } from 'knex';
import type { MatcherConfig } from './config.js';
import type { FunnelKey } from './domain/funnel-model.js';
import { createLearningService } from './handlers/learning-service.js';
import type { Companies } from './usecases/companies/companies.js';
import type { FunnelVersions } from './usecases/companies/funnel-versions.js';
import { buildFunnelModel, type FinishedBuild } from './usecases/learning/build-model.js';
import { buildModels } from './usecases/learning/build-models.js';
import { createModels, type Models } from './usecases/learning/models.js';

/** The part of the service that learns from sessions. */
export interface LearningParts {
  models: Models;
  service: GrpcService;
  /** Starts the periodic builds. */
  start(): void;
  stop(): Promise<void>;
}

export function createLearningParts(
  config: MatcherConfig,
  deps: {
    db: Knex;
    log: Logger;
    bus: Bus;
    clock: Clock;
    versions: FunnelVersions;
    companies: Companies;
    pullStates(companyId: string): Promise<void>;
  },
): LearningParts {
  const { db, log } = deps;
  const stopping = new AbortController();
  const building = new Set<Promise<FinishedBuild>>();
  let periodic: Periodic | undefined;

  /** Builds a model. Only stopping the service cancels a build, not its caller. */
  function build(key: FunnelKey): Promise<FinishedBuild> {
    const run = runDetached(() => buildFunnelModel(deps, key, { signal: stopping.signal })).finally(() =>
      building.delete(run),
    );
    building.add(run);
    return run;
  }

  /** Replaces a damaged model. A failure is logged; the next scheduled build retries. */
  const rebuild = (key: FunnelKey): void => {
    build(key).catch((err: unknown) => log.warn({ ...key, err }, 'rebuilding a damaged model failed'));
  };

  const models = createModels({ db, log, cacheBytes: Math.ceil(config.MATCHER_CACHE_BYTES / 8), rebuild });
  return {
    models,
    service: createLearningService({ ...deps, models, build }),
    start() {
      periodic = createPeriodic({
        name: 'build models',
        everyMs: config.MODEL_BUILD_INTERVAL_MS,
        log,
        run: (signal) => buildModels(deps, signal),
      });
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled([periodic?.stop(), ...building]);
    },
  };
}
