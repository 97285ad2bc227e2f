import { createInProcessBus, createLogger, readEnv } from '@svc/kit';
import { inProcessHost, testDatabase } from '@svc/kit/testing';
import { CHAT_ENV, startChatService } from '../app.js';
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

/** chat-svc on a database of its own. */
export async function startTestService() {
  const { url, owner, database, drop } = await testDatabase({ schema: 'chat', migrationsDirectory });
  const bus = createInProcessBus();
  const clock = new TestClock();
  const log = createLogger({ name: 'chat-svc', level: 'silent' });
  const analyses = await startFakeAnalyses();
  const config = readEnv(CHAT_ENV, {
    ...{ DATABASE_URL: url, GRPC_HOST: inProcessHost(), ANALYSIS_ADDR: analyses.address },
  });
  const running = await startChatService(config, { log, bus, clock });
  return {
    /** Erases an analysis, by the hash of its id. */
    async erase(hash: Buffer) {
      analyses.erased.push(hash);
      await bus.publish('analysis-erased', {});
    },
    clock,
    /** Queries of the schema's owner. */
    db: owner,
    /** As the service has it. */
    knex: database.knex,
    async stop(): Promise<void> {
      await running.stop();
      await analyses.stop();
      await bus.close();
      await drop();
    },
  };
}
