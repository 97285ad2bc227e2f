import { fileURLToPath } from 'node:url';
import {
  type Bus,
  type Clock,
  createClient,
  createDatabase,
  createGrpcServer,
  createPeriodic,
  type EnvValues,
  type Logger,
  type Periodic,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import { CatalogAdminServiceClient, MatcherAdminServiceClient } from '@svc/proto';
import type { FUNNEL_ENV } from './config.js';
import { createFunnelAdminService } from './handlers/funnel-admin-service.js';
import { createFunnelPageService } from './handlers/funnel-page-service.js';
import { createFunnelService } from './handlers/funnel-service.js';
import { applyDocument } from './threads/apply-document.js';
import { applyBlueprint } from './usecases/apply-blueprint.js';
import { checkDraft } from './usecases/check-draft.js';
import { createApiKey } from './usecases/create-api-key.js';
import { createPartsDelivery } from './usecases/deliver-parts.js';
import { exportBlueprint } from './usecases/export-blueprint.js';
import { getFunnel } from './usecases/get-funnel.js';
import { getFunnelPage } from './usecases/get-funnel-page.js';
import { createKeyUseRecorder } from './usecases/key-use-recorder.js';
import type { Participants } from './usecases/participants.js';
import { publishDraft } from './usecases/publish-draft.js';
import { resolveHostSubmission } from './usecases/resolve-host-submission.js';
import { resolveSubmission } from './usecases/resolve-submission.js';

export { FUNNEL_ENV } from './config.js';

export type FunnelConfig = EnvValues<typeof FUNNEL_ENV>;

export interface FunnelDeps {
  log: Logger;
  bus: Bus;
  clock?: Clock;
}

/** How soon parts that could not be delivered are tried again. */
const DELIVERY_EVERY_MS = 5_000;

/**
 * Starts funnel-svc: database, gRPC server, and the loop that finishes interrupted applies. Its peers need not be up: they
 * are connected to when a blueprint has something for them.
 */
export async function startFunnelService(
  config: FunnelConfig,
  deps: FunnelDeps,
): Promise<{ address: string; stop(): Promise<void> }> {
  const { log, bus, clock = systemClock } = deps;
  const connection = {
    url: config.DATABASE_URL,
    schema: 'funnel',
    migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
  };
  const database = createDatabase({ ...connection, poolMax: config.DATABASE_POOL, log });
  const participants: Participants = {
    matcher: createClient(MatcherAdminServiceClient, config.MATCHER_ADDR),
    catalog: createClient(CatalogAdminServiceClient, config.CATALOG_ADDR),
  };
  const db = database.knex;
  const keyUse = createKeyUseRecorder({ db, clock, log });
  const delivery = createPartsDelivery({ db, participants, clock, log });
  let loop: Periodic | undefined;
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      loop = createPeriodic({ everyMs: DELIVERY_EVERY_MS, run: delivery.deliverAll, log, name: 'blueprint delivery' });
    },
  });
  const server = createGrpcServer({
    database: watch,
    services: [
      createFunnelService({
        db,
        getFunnel: getFunnel({ db, clock, keyUse }),
        resolveSubmission: resolveSubmission({ db, clock, keyUse }),
      }),
      createFunnelPageService({
        db,
        getFunnelPage: getFunnelPage({ db }),
        resolveHostSubmission: resolveHostSubmission({ db }),
      }),
      createFunnelAdminService({
        db,
        clock,
        applyDocument: applyDocument({
          apply: applyBlueprint({ db, participants, delivery, bus, clock }),
          participants,
          database: connection,
          bus,
          log,
        }),
        exportBlueprint: exportBlueprint({ db, participants, delivery }),
        createApiKey: createApiKey({ db, clock }),
        publishDraft: publishDraft({ db, bus, clock, log, checkDraft: (funnel) => checkDraft(participants, funnel) }),
      }),
    ],
    log,
  });
  const stop = async () => {
    await Promise.all([server.stop(), watch.stop()]);
    await loop?.stop();
    await keyUse.settled();
    participants.matcher.close();
    participants.catalog.close();
    await database.close();
  };
  try {
    await watch.start();
    return { address: await server.listen(config.GRPC_HOST, config.GRPC_PORT), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
