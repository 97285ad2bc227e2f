import { randomUUID } from 'node:crypto';
import { createClient, createInProcessBus, createLogger, readEnv, sha256 } from '@svc/kit';
import { inProcessHost, testDatabase } from '@svc/kit/testing';
import { type ChatContext, ChatServiceClient, type ChatTurn, TranscriptServiceClient } from '@svc/proto';
import { CHAT_ENV, startChatService } from '../app.js';
import type { AnswerTimes } from '../conversation-parts.js';
import { type FakeCompany, startFakePeers } from './fake-peers.testing.js';

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
  advance(ms: number): void {
    this.#now += ms;
  }
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** So that a busy machine fails no test that is not about time. */
const PATIENT: AnswerTimes = { turnMs: { plain: 60_000, model: 60_000 }, maxWaitMs: 50_000, callMs: 50_000 };

/**
 * chat-svc with its clients, on a database of its own, before fake services.
 * @param times - other than those that give every turn as long as it needs.
 */
export async function startTestService(times: AnswerTimes = {}, env: Record<string, string> = {}) {
  const { url, owner, database, drop } = await testDatabase({ schema: 'chat', migrationsDirectory });
  const bus = createInProcessBus();
  const clock = new TestClock();
  const log = createLogger({ name: 'chat-svc', level: 'silent' });
  const peers = await startFakePeers();
  const { address } = peers;
  const config = readEnv(CHAT_ENV, {
    ...{ DATABASE_URL: url, GRPC_HOST: inProcessHost(), ANALYSIS_ADDR: address, FUNNEL_ADDR: address },
    ...{ MATCHER_ADDR: address, CATALOG_ADDR: address },
    ...env,
  });
  const running = await startChatService(config, { log, bus, clock, times: { ...PATIENT, ...times } });
  const chat = createClient(ChatServiceClient, running.address, { timeoutMs: 30_000, retry: [] });
  const transcripts = createClient(TranscriptServiceClient, running.address, { timeoutMs: 30_000, retry: [] });
  return {
    ...{ chat, transcripts, peers, bus, clock },
    add(company: FakeCompany): FakeCompany {
      peers.companies.set(company.id, company);
      return company;
    },
    /** Erases an analysis, by the hash of its id. */
    async erase(hash: Buffer) {
      peers.erased.push(hash);
      await bus.publish('analysis-erased', {});
    },
    /** Queries of the schema's owner. */
    db: owner,
    /** As the service has it. */
    knex: database.knex,
    async stop(): Promise<void> {
      chat.close();
      transcripts.close();
      await running.stop();
      await peers.stop();
      await bus.close();
      await drop();
    },
  };
}

export const context = (change: Partial<ChatContext> = {}): ChatContext => ({ locale: 'en', ...change });

/** A page of a company. */
export const toCaller = ({ key, company }: FakeCompany) => ({
  companyKey: key,
  origin: `https://${company.domains[0]}`,
});

/** A turn as the gateway sends it. */
export function turn(
  input: { text: string } | { quickReply: string } | { action: string },
  id = randomUUID(),
): ChatTurn {
  const [[$case, value] = ['text', '']] = Object.entries(input);
  return {
    clientTurnId: id,
    requestHash: sha256(JSON.stringify(input)),
    input: { $case, value } as NonNullable<ChatTurn['input']>,
  };
}
