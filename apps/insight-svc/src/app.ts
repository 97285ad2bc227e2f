import {
  type Bus,
  type Clock,
  createDatabase,
  createGrpcServer,
  createPeriodic,
  createServiceStatus,
  type EnvValues,
  type Logger,
  type Periodic,
  type RunningService,
  startListening,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import { createAnalysisParts } from './analysis-parts.js';
import { type INSIGHT_ENV, INSIGHT_SCHEMA } from './config.js';
import { createExperimentParts } from './experiment-parts.js';
import { createReportService } from './handlers/report-service.js';
import { createVisitService } from './handlers/visit-service.js';
import { createOrderParts } from './order-parts.js';
import { addUpVisits } from './usecases/add-up-visits.js';
import { addUpWeeks } from './usecases/add-up-weeks.js';
import { hoursAround } from './usecases/hours-around.js';
import { keepPartitions } from './usecases/keep-partitions.js';
import { measureLag } from './usecases/measure-lag.js';
import { recordExposure } from './usecases/record-exposure.js';
import { recordFunnelVisit } from './usecases/record-funnel-visit.js';
import { expireOldShopVisits, recordShopVisit } from './usecases/record-shop-visit.js';
import { visitReports } from './usecases/visit-reports.js';

export { INSIGHT_ENV } from './config.js';

export type InsightConfig = EnvValues<typeof INSIGHT_ENV>;

export interface InsightDeps {
  log: Logger;
  bus: Bus;
  clock?: Clock;
}

const PARTITIONS_EVERY_MS = 60 * 60_000;
const SUMS_EVERY_MS = 60_000;

/**
 * Starts insight-svc: database, gRPC server, and the loops that add up visits, analyses and tests, make and drop partitions, follow other
 * services, and delete what is old.
 */
export async function startInsightService(config: InsightConfig, deps: InsightDeps): Promise<RunningService> {
  const { log, bus, clock = systemClock } = deps;
  const database = createDatabase({
    url: config.DATABASE_URL,
    session: config.DATABASE_SESSION,
    directUrl: config.DATABASE_DIRECT_URL,
    ...INSIGHT_SCHEMA,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    poolMax: config.DATABASE_POOL,
    log,
  });
  const db = database.knex;
  const status = createServiceStatus({ log });
  const orders = createOrderParts(config, { db, log, clock });
  const analyses = createAnalysisParts(config, { db, log, bus, clock, status });
  const experiments = createExperimentParts({ db, log, clock });
  let partitions: Periodic | undefined;
  let sums: Periodic | undefined;
  let weeks: Periodic | undefined;
  let lag: ReturnType<typeof measureLag> | undefined;
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      partitions = createPeriodic({
        everyMs: PARTITIONS_EVERY_MS,
        afterFailureMs: 60_000,
        run: async (signal) => {
          await keepPartitions({ db, clock });
          await expireOldShopVisits({ db, clock }, signal);
        },
        log,
        name: 'partitions of visits',
      });
      orders.start();
      experiments.start();
      analyses.start();
      lag = measureLag(db, 'visits', addUpVisits({ db, clock }), status);
      weeks = createPeriodic({ everyMs: SUMS_EVERY_MS, run: addUpWeeks({ db, clock }), log, name: 'sums of weeks' });
      sums = createPeriodic({ everyMs: SUMS_EVERY_MS, run: lag.run, log, name: 'sums of visits' });
    },
  });
  const server = createGrpcServer({
    database: watch,
    status,
    services: [
      createVisitService({
        recordFunnelVisit: recordFunnelVisit({ db, clock }),
        recordShopVisit: recordShopVisit({ db, clock }),
        recordExposure: recordExposure({ db, clock }),
      }),
      createReportService(
        visitReports({ db, clock, onZone: () => void sums?.trigger().then(analyses.addUp) }),
        hoursAround({ db, clock }),
      ),
      orders.service,
      experiments.service,
    ],
    log,
  });
  const stop = async () => {
    lag?.stop();
    await Promise.all([server.stop(), watch.stop()]);
    await Promise.all([
      partitions?.stop(),
      sums?.stop(),
      weeks?.stop(),
      orders.stop(),
      analyses.stop(),
      experiments.stop(),
    ]);
    await database.close();
  };
  return startListening({ watch, server, stop }, config);
}
