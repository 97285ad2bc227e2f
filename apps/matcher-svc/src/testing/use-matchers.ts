import { DEFAULT_MATCHING, type MatchingConfigPatch } from '@svc/domain';
import { type Bus, randomId, systemClock } from '@svc/kit';
import { type TestDatabase, testDatabase } from '@svc/kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createRule } from '../engine/testing/company.js';
import { type FakePeers, startFakePeers } from './fake-peers.js';
import { createCatalog, givePeers, MIGRATIONS, startMatcher, type TestMatcher } from './matcher.js';

/** Messages are lost: only polling is left. */
const silentBus: Bus = { publish() {}, subscribe: () => () => {}, close: async () => {} };

/** What the tests of one file share; the getters are those of the running test. */
export interface Matchers {
  readonly database: TestDatabase;
  readonly peers: FakePeers;
  /** A new company for each test, with one funnel and the variants a (t:1), b (t:2) and c, one product each. */
  readonly company: string;
  /** Starts a replica that hears nothing on the bus unless it is given one; stopped after the test. */
  start(options?: Partial<Parameters<typeof startMatcher>[0]>): Promise<TestMatcher>;
  /**
   * The same, with its work on events and models left to the test. It would begin with the replica, and may be late: with what the
   * test has prepared meanwhile. It fails by its clock, and is repeated after an hour.
   */
  startIdle(options?: Parameters<Matchers['start']>[0]): Promise<TestMatcher>;
  stopAll(): Promise<unknown>;
}

/** Registers the hooks of a test file: one database and one pair of peers for all of its tests. */
export function useMatchers(): Matchers {
  let database: TestDatabase;
  let peers: FakePeers;
  let company: string;
  const running: TestMatcher[] = [];
  const stopAll = () => Promise.all(running.splice(0).map((matcher) => matcher.stop()));

  beforeAll(async () => {
    database = await testDatabase({ schema: 'matcher', migrationsDirectory: MIGRATIONS });
    peers = await startFakePeers();
  });
  beforeEach(() => {
    peers.down.funnel = false;
    peers.down.catalog = false;
    peers.down.analysis = false;
    company = randomId();
    givePeers(peers, company, { catalog: createCatalog(1, { a: ['t:1'], b: ['t:2'], c: [] }) });
  });
  afterEach(stopAll);
  afterAll(async () => {
    await peers.stop();
    await database.drop();
  });
  async function start(options: Parameters<Matchers['start']>[0] = {}): Promise<TestMatcher> {
    const matcher = await startMatcher({ databaseUrl: database.url, peers, bus: silentBus, ...options });
    running.push(matcher);
    return matcher;
  }
  return {
    get database() {
      return database;
    },
    get peers() {
      return peers;
    },
    get company() {
      return company;
    },
    start,
    async startIdle({ clock = systemClock, env, ...options } = {}) {
      let isStarting = true;
      const now = () => {
        if (isStarting) throw new Error('The replica is starting.');
        return clock.now();
      };
      const hourly = { EVENT_AGGREGATION_INTERVAL_MS: '3600000', MODEL_BUILD_INTERVAL_MS: '3600000' };
      const matcher = await start({ ...options, clock: { now }, env: { ...hourly, ...env } });
      isStarting = false;
      return matcher;
    },
    stopAll,
  };
}

/** A patch of the company's funnel: one rule that excludes one variant. */
export const excluding = (companyId: string, variantId: string): MatchingConfigPatch => ({
  funnels: {
    [`${companyId}-funnel`]: {
      matching: {
        ...DEFAULT_MATCHING,
        rules: [createRule({ exclude: { tags: [], productIds: [], variantIds: [variantId] } })],
      },
    },
  },
});
