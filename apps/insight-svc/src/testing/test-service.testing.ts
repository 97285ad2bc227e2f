import { createClient, createInProcessBus, createLogger, readEnv } from '@svc/kit';
import { inProcessHost, testDatabase } from '@svc/kit/testing';
import {
  ExperimentServiceClient,
  FunnelVisitEventType,
  OrderServiceClient,
  ReportServiceClient,
  VisitDevice,
  VisitServiceClient,
} from '@svc/proto';
import { INSIGHT_ENV, startInsightService } from '../app.js';
import { startFakeAnalyses } from './fake-analyses.testing.js';

export const migrationsDirectory = new URL('../migrations/', import.meta.url);

/** A clock that stands still until it is moved. */
export class TestClock {
  #now = new Date('2026-03-01T12:00:00Z').getTime();
  now(): Date {
    return new Date(this.#now);
  }
  set(time: string): void {
    this.#now = new Date(time).getTime();
  }
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** insight-svc with its clients, on a database of its own. */
export async function startTestService() {
  const { url, owner, database, drop } = await testDatabase({ schema: 'insight', migrationsDirectory });
  const bus = createInProcessBus();
  const clock = new TestClock();
  const log = createLogger({ name: 'insight-svc', level: 'silent' });
  const analyses = await startFakeAnalyses();
  const config = readEnv(INSIGHT_ENV, {
    ...{ DATABASE_URL: url, GRPC_HOST: inProcessHost(), ANALYSIS_ADDR: analyses.address },
    MATCHER_ADDR: analyses.address,
  });
  const running = await startInsightService(config, { log, bus, clock });
  const visits = createClient(VisitServiceClient, running.address, { timeoutMs: 30_000 });
  const orders = createClient(OrderServiceClient, running.address, { timeoutMs: 30_000, retry: [] });
  const reports = createClient(ReportServiceClient, running.address, { timeoutMs: 30_000 });
  const experiments = createClient(ExperimentServiceClient, running.address, { timeoutMs: 30_000 });
  return {
    experiments,
    visits,
    orders,
    reports,
    /** Erases an analysis, by the hash of its id. */
    async erase(hash: Buffer) {
      analyses.erased.push(hash);
      await bus.publish('analysis-erased', {});
    },
    /** What analysis-svc and matcher-svc list. */
    analyses,
    clock,
    /** Queries of the schema's owner. */
    db: owner,
    /** As the service has it. */
    knex: database.knex,
    async stop(): Promise<void> {
      visits.close();
      orders.close();
      reports.close();
      experiments.close();
      await running.stop();
      await analyses.stop();
      await bus.close();
      await drop();
    },
  };
}

/** A report of a visit as the gateway sends it. */
export const report = (
  events: readonly [
    n: number,
    type: 'SHOWN' | 'ANSWERED' | 'BACK' | 'FINISHED' | 'LEFT',
    stepId: number,
    atMs: number,
  ][],
  visit: Partial<{ visitId: string; funnelId: string; versionId: string; source: string; locale: string }> & {
    experiment?: { experimentId: string; arm: string };
    visitorId?: string;
  } = {},
  companyId = 'company-1',
) => ({
  companyId,
  visit: {
    ...{ visitId: 'visit-0000000000000001', funnelId: 'funnel-1', versionId: 'version-1', source: '', locale: 'en' },
    device: VisitDevice.VISIT_DEVICE_PHONE,
    ...visit,
  },
  events: events.map(([number, type, stepId, atMs]) => ({
    number,
    type: FunnelVisitEventType[`FUNNEL_VISIT_EVENT_TYPE_${type}`],
    stepId,
    atMs,
  })),
});
