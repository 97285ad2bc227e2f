import {
  type Bus,
  type Clock,
  createDatabase,
  createGrpcServer,
  createPeriodic,
  createServiceStatus,
  type EnvValues,
  type Logger,
  measureFollower,
  type Periodic,
  type RunningService,
  runInBackground,
  startListening,
  systemClock,
  watchDatabase,
} from '@svc/kit';
import { createAnalysisClient } from './clients/analysis.js';
import { type CHAT_ENV, CHAT_SCHEMA } from './config.js';
import { type AnswerTimes, createConversationParts } from './conversation-parts.js';
import { expireErasures } from './usecases/expire-erasures.js';
import { expireThreads } from './usecases/expire-threads.js';
import { followErasures } from './usecases/follow-erasures.js';

export { CHAT_ENV } from './config.js';

export type ChatConfig = EnvValues<typeof CHAT_ENV>;

export interface ChatDeps {
  log: Logger;
  bus: Bus;
  clock?: Clock;
  /** Other times than those of docs/chat.md T8.3 and T8.4, for tests on busy machines. */
  times?: AnswerTimes;
}

/** Interval of polling for erasures: conversations are deleted within 60 s. docs/chat.md T4.3. */
const ERASURES_EVERY_MS = 15_000;
const EXPIRE_EVERY_MS = 60 * 60_000;
/** Conversations that are not kept are deleted soon after their two hours. docs/chat.md T3.4. */
const EXPIRE_THREADS_EVERY_MS = 5 * 60_000;

/** Starts chat-svc: database, gRPC server, and the loops that follow erasures and delete old conversations. */
export async function startChatService(config: ChatConfig, deps: ChatDeps): Promise<RunningService> {
  const { log, bus, clock = systemClock, times } = deps;
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
  const status = createServiceStatus({ log });
  const analysis = createAnalysisClient(config.ANALYSIS_ADDR);
  const parts = createConversationParts(config, { db, clock, log, times });
  const running: Periodic[] = [];
  const unsubscribe: (() => void)[] = [];
  const follow = (companyId: string): void => {
    runInBackground(() => parts.follow(companyId)).catch((error: unknown) =>
      log.debug({ err: error, companyId }, 'a change of a company was not followed'),
    );
  };
  const watch = watchDatabase({
    database,
    migrate: config.MIGRATE,
    log,
    onPrepared() {
      const measured = measureFollower('erasures', followErasures({ db, source: analysis }), status);
      const erasures = createPeriodic({
        name: 'follow erasures',
        everyMs: ERASURES_EVERY_MS,
        log,
        run: measured.run,
      });
      unsubscribe.push(
        measured.stop,
        bus.subscribe('analysis-erased', () => void erasures.trigger()),
        bus.subscribe('company-changed', ({ companyId }) => companyId && follow(companyId)),
      );
      const run = () => expireErasures({ db, clock });
      running.push(
        erasures,
        createPeriodic({ name: 'expire erasures', everyMs: EXPIRE_EVERY_MS, log, run }),
        createPeriodic({
          name: 'expire conversations',
          everyMs: EXPIRE_THREADS_EVERY_MS,
          log,
          run: expireThreads({ db, clock, companies: parts.companies }),
        }),
      );
    },
  });
  const server = createGrpcServer({ database: watch, status, services: parts.services, log });
  const stop = async () => {
    await Promise.all([server.stop(), watch.stop()]);
    for (const end of unsubscribe) end();
    await Promise.all(running.map((part) => part.stop()));
    analysis.close();
    parts.close();
    await database.close();
  };
  return startListening({ watch, server, stop }, config);
}
