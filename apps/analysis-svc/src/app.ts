import {
  type Bus,
  createDatabase,
  createGrpcServer,
  createOutbound,
  createPeriodic,
  createServiceStatus,
  type Logger,
  type Metrics,
  noMetrics,
  type Periodic,
  type RunningService,
  startListening,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import { createCatalogClient } from './clients/catalog.js';
import { createFunnelClient } from './clients/funnel.js';
import { createFunnelPageClient } from './clients/funnel-page.js';
import { createMatcherClient } from './clients/matcher.js';
import { ANALYSIS_SCHEMA, type AnalysisConfig } from './config.js';
import { findMatchingInput } from './db/analyses.js';
import { createDeliveries } from './delivery/create-deliveries.js';
import { countFailedWork } from './delivery/db/count-failed-work.js';
import { buildDeliveryBody } from './delivery/payload/build-delivery-body.js';
import { createSchedule } from './delivery/sending/retry-schedule.js';
import { createAnalysisAdminService } from './handlers/analysis-admin-service.js';
import { createAnalysisService } from './handlers/analysis-service.js';
import { createPictureConversionService } from './handlers/picture-conversion-service.js';
import { createSubmissionService } from './handlers/submission-service.js';
import { createPictureConverter } from './pictures/picture-converter.js';
import { createSelfieAnalyzer } from './selfie/selfie-analyzer.js';
import type { SelfiePoolOptions } from './selfie/selfie-pool.js';
import { deleteByRetention } from './usecases/delete-by-retention.js';
import { deleteAllExpiredKeys } from './usecases/delete-expired-keys.js';
import { deleteAllOldAnalyses } from './usecases/delete-old-analyses.js';
import { deleteAllOldErasures } from './usecases/delete-old-erasures.js';
import { createVersionCache } from './usecases/version-cache.js';

export { ANALYSIS_ENV, type AnalysisConfig } from './config.js';

/**
 * Interval at which expired records are deleted. Idempotency records must be deleted before hour 48.
 * docs/reliability.md R1.6.
 */
const RETENTION_EVERY_MS = 10 * 60_000;

/**
 * Starts the service: database, decoding processes on demand, gRPC server. The bus stays the caller's.
 * @param deps.selfieLimits - other limits of time than those of docs/reliability.md R6.3, for tests on busy machines.
 */
export async function startAnalysisService(
  config: AnalysisConfig,
  deps: {
    log: Logger;
    bus: Bus;
    metrics?: Metrics;
    selfieLimits?: Pick<SelfiePoolOptions, 'timeLimitMs' | 'startLimitMs'>;
  },
): Promise<RunningService> {
  const { log, bus, metrics = noMetrics, selfieLimits } = deps;
  const database = createDatabase({
    url: config.DATABASE_URL,
    session: config.DATABASE_SESSION,
    directUrl: config.DATABASE_DIRECT_URL,
    readUrl: config.DATABASE_READ_URL,
    ...ANALYSIS_SCHEMA,
    poolMax: config.DATABASE_POOL,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    log,
  });
  const { knex: db } = database;
  const funnel = createFunnelClient(config.FUNNEL_ADDR);
  const funnelPage = createFunnelPageClient(config.FUNNEL_ADDR);
  const matcher = createMatcherClient(config.MATCHER_ADDR);
  const catalog = createCatalogClient(config.CATALOG_ADDR);
  const selfies = createSelfieAnalyzer({ log, metrics, modelsDirectory: config.SELFIE_MODELS, ...selfieLimits });
  const pictures = createPictureConverter({ log });
  const versions = createVersionCache(funnel.getVersion);
  const payload = { versions, presentMatch: matcher.presentMatch, getVariants: catalog.getVariants };
  const outbound = createOutbound({ allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK });
  const deliveries = createDeliveries({
    db,
    log,
    metrics,
    outbound,
    clock: systemClock,
    schedule: createSchedule(config.DELIVERY_TIME_SCALE),
    concurrency: config.DELIVERY_CONCURRENCY,
    getTargets: funnelPage.getDeliveryTargets,
    buildBody: (delivery) => buildDeliveryBody({ ...payload, db }, delivery),
  });
  let retention: Periodic | undefined;
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      deliveries.start();
      retention = createPeriodic({
        name: 'delete expired idempotency records, old entries of erased analyses, and old analyses',
        everyMs: RETENTION_EVERY_MS,
        run: async (signal) => {
          await deleteAllExpiredKeys(db, signal);
          await deleteAllOldErasures(db, signal);
          await deleteAllOldAnalyses(db, config.ANALYSIS_RETENTION_DAYS, signal);
          // The last one: it needs funnel-svc.
          await deleteByRetention({ db, listRetentions: funnel.listRetentions }, signal);
        },
        log,
      });
    },
  });
  const server = createGrpcServer({
    log,
    database: watch,
    status: createServiceStatus({ log, countFailedWork: () => countFailedWork(db) }),
    services: [
      createAnalysisService({
        db,
        log,
        bus,
        versions,
        selfies,
        resolveSubmission: funnel.resolveSubmission,
        findMatchingInput: (analysisId) => findMatchingInput(db, analysisId),
      }),
      createSubmissionService({
        ...payload,
        db,
        log,
        selfies,
        resolveHostSubmission: funnelPage.resolveHostSubmission,
        findFunnelOfHost: funnelPage.findFunnelOfHost,
        wakeDeliveries: deliveries.wake,
      }),
      createAnalysisAdminService({ db, versions, listFunnels: funnel.listFunnels }),
      createPictureConversionService({ pictures }),
      deliveries.service,
    ],
  });

  const stop = async (): Promise<void> => {
    await Promise.all([server.stop(), watch.stop()]);
    await deliveries.stop();
    await retention?.stop();
    selfies.stop();
    pictures.stop();
    await outbound.close();
    for (const client of [funnel, funnelPage, matcher, catalog]) client.close();
    await database.close();
  };
  return startListening({ watch, server, stop }, config);
}
