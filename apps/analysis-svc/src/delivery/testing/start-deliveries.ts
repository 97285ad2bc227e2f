import type { DeliveryTargetName, DeliveryTargets } from '@svc/domain';
import {
  type Clock,
  createClient,
  createGrpcServer,
  createOutbound,
  type Logger,
  type Metrics,
  noMetrics,
  type PromiseClient,
  ServiceError,
  systemClock,
} from '@svc/kit';
import { inProcessHost, type TestDatabase, testDatabase, testLogger } from '@svc/kit/testing';
import { DeliveryServiceClient } from '@svc/proto';
import type { Knex } from 'knex';
import { newDeliveryId } from '../../db/insert-deliveries.js';
import { createDeliveries, type Deliveries } from '../create-deliveries.js';
import { addDeliveryJob } from '../jobs/delivery-job.js';
import { createSchedule, FAILED_FOR_TOO_LONG_MS } from '../sending/retry-schedule.js';

const migrationsDirectory = new URL('../../migrations/', import.meta.url);

export const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

/** The delivery engine with its database and its peers, for tests. */
export interface TestDeliveries {
  /** Connection that sees the rows of every company. */
  db: Knex;
  /** The connection of the service. */
  database: TestDatabase['database'];
  /** Targets by company id, or why they cannot be read. */
  targets: Map<string, DeliveryTargets | ServiceError>;
  /** Builds bodies: JSON that contains the analysis id. Tests replace `body` to make it fail. */
  build: { body: (analysisId: string) => Promise<string | undefined>; calls: number };
  log: Logger;
  /** Starts a process that delivers. */
  start(options?: ProcessOptions): Promise<TestProcess>;
  /** Inserts a delivery as a submission does. */
  submit(options?: Submission): Promise<string>;
  row(id: string): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  /** Default 0.001, which reduces three days to four minutes. */
  scale?: number;
  timeoutMs?: number;
  concurrency?: number;
  allowPrivateNetwork?: boolean;
  resolve?: (hostname: string) => Promise<string[]>;
  metrics?: Metrics;
  clock?: Clock;
  followEveryMs?: number;
  stopTimeoutMs?: number;
}

export interface TestProcess {
  deliveries: Deliveries;
  client: PromiseClient<DeliveryServiceClient>;
  stop(): Promise<void>;
}

export interface Submission {
  companyId?: string;
  analysisId?: string;
  target?: DeliveryTargetName;
  body?: string | null;
}

/** Starts the engine on its own database. */
export async function startDeliveries(log: Logger = testLogger()): Promise<TestDeliveries> {
  const test: TestDatabase = await testDatabase({ schema: 'analysis', migrationsDirectory });
  const { owner: db, database } = test;
  const processes: TestProcess[] = [];
  let submissions = 0;

  const all: TestDeliveries = {
    db,
    database,
    log,
    targets: new Map(),
    build: { calls: 0, body: async (analysisId) => JSON.stringify({ analysis_id: analysisId, email: 'ä@x.example' }) },
    async start(options = {}) {
      const outbound = createOutbound({
        allowPrivateNetwork: options.allowPrivateNetwork ?? true,
        ...(options.resolve ? { resolve: options.resolve } : {}),
      });
      const deliveries = createDeliveries({
        db: database.knex,
        log,
        metrics: options.metrics ?? noMetrics,
        clock: options.clock ?? systemClock,
        outbound,
        // Not scaled: on a busy machine, ten attempts may take longer than 120 scaled hours.
        schedule: { ...createSchedule(options.scale ?? 0.001), failedForTooLongMs: FAILED_FOR_TOO_LONG_MS },
        timeoutMs: options.timeoutMs,
        async getTargets(companyId) {
          const targets = all.targets.get(companyId) ?? { webhook: null, crm: null };
          if (targets instanceof ServiceError) throw targets;
          return targets;
        },
        buildBody: async ({ analysisId }) => {
          all.build.calls += 1;
          return all.build.body(analysisId);
        },
        pollMs: 50,
        followEveryMs: options.followEveryMs ?? 100,
        ...(options.stopTimeoutMs === undefined ? {} : { stopTimeoutMs: options.stopTimeoutMs }),
        concurrency: options.concurrency ?? 128,
      });
      deliveries.start();
      const server = createGrpcServer({ log, services: [deliveries.service] });
      const client = createClient(DeliveryServiceClient, await server.listen(inProcessHost(), 0), {
        timeoutMs: 10_000,
      });
      const process: TestProcess = {
        deliveries,
        client,
        async stop() {
          client.close();
          await server.stop();
          await deliveries.stop();
          await outbound.close();
        },
      };
      processes.push(process);
      return process;
    },
    async submit({ companyId = 'company-1', target = 'webhook', body = null, ...given } = {}) {
      const id = newDeliveryId();
      submissions += 1;
      const analysisId = given.analysisId ?? `analysis-${submissions}`;
      await db.transaction(async (trx) => {
        await trx('deliveries').insert({
          id,
          company_id: companyId,
          analysis_id: analysisId,
          target,
          page_origin: 'http://beauty.localhost',
          subdomain: 'beauty',
          funnel_value: 'Beauty',
          language: 'en',
          body,
        });
        await addDeliveryJob(trx, { id, companyId, target });
      });
      for (const process of processes) process.deliveries.wake();
      return id;
    },
    row: async (id) => (await db('deliveries').where({ id }).first()) ?? {},
    async stop() {
      await Promise.all(processes.splice(0).map((process) => process.stop()));
      await test.drop();
    },
  };
  return all;
}
