import {
  type Bus,
  type Clock,
  createDatabase,
  createGrpcServer,
  createPeriodic,
  type EnvValues,
  type Logger,
  type Periodic,
  type RunningService,
  startListening,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import { createAnalysisClient } from './clients/analysis.js';
import { type CHAT_ENV, CHAT_SCHEMA } from './config.js';
import { expireErasures } from './usecases/expire-erasures.js';
import { followErasures } from './usecases/follow-erasures.js';

export { CHAT_ENV } from './config.js';

export type ChatConfig = EnvValues<typeof CHAT_ENV>;

export interface ChatDeps {
  log: Logger;
  bus: Bus;
  clock?: Clock;
}

/** Interval of polling for erasures: conversations are deleted within 60 s. docs/chat.md T4.3. */
const ERASURES_EVERY_MS = 5_000;
const EXPIRE_EVERY_MS = 60 * 60_000;

/** Starts chat-svc: database, gRPC server, and the loops that follow erasures. */
export async function startChatService(config: ChatConfig, deps: ChatDeps): Promise<RunningService> {
  const { log, bus, clock = systemClock } = deps;
  const database = createDatabase({
    url: config.DATABASE_URL,
    session: config.DATABASE_SESSION,
    directUrl: config.DATABASE_DIRECT_URL,
    ...CHAT_SCHEMA,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    poolMax: config.DATABASE_POOL,
    log,
  });
  const db = database.knex;
  const analysis = createAnalysisClient(config.ANALYSIS_ADDR);
  const running: Periodic[] = [];
  let unsubscribe = () => {};
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      const erasures = createPeriodic({
        name: 'follow erasures',
        everyMs: ERASURES_EVERY_MS,
        log,
        run: followErasures({ db, source: analysis }),
      });
      unsubscribe = bus.subscribe('analysis-erased', () => void erasures.trigger());
      const run = () => expireErasures({ db, clock });
      running.push(erasures, createPeriodic({ name: 'expire erasures', everyMs: EXPIRE_EVERY_MS, log, run }));
    },
  });
  const server = createGrpcServer({ database: watch, services: [], log });
  const stop = async () => {
    await Promise.all([server.stop(), watch.stop()]);
    unsubscribe();
    await Promise.all(running.map((part) => part.stop()));
    analysis.close();
    await database.close();
  };
  return startListening({ watch, server, stop }, config);
}
