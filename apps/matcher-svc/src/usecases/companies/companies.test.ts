import { setImmediate as nextTurn } from 'node:timers/promises';
import { randomId } from '@svc/kit';
import { type TestDatabase, testDatabase, testLogger } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileAssortment } from '../../engine/compile/compile-assortment.js';
import { benchCompany } from '../../engine/testing/bench-company.js';
import { createBenchProcess, snapshotPieces } from '../../testing/bench-process.js';
import { longestTurn } from '../../testing/longest-turn.js';
import { MIGRATIONS } from '../../testing/matcher.js';
import { threadTimeMs } from '../../testing/thread-time.js';

/** Larger than most companies. How long a turn is, also at 200,000 variants, is measured by `npm run bench`. */
const LARGE = 20_000;

const log = testLogger();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ schema: 'matcher', migrationsDirectory: MIGRATIONS });
});
afterAll(() => database.drop());

function start(catalogs: ReadonlyMap<string, Uint8Array[]>, cacheBytes: number) {
  return createBenchProcess({ db: database.database.knex, log, cacheBytes, catalogs });
}

describe('another company’s catalog', () => {
  it('is pulled, compiled, changed and compiled again in parallel with matches: no match waits for half of one compilation', async () => {
    const [matched, large] = [randomId(), randomId()];
    const catalogs = new Map([
      [matched, snapshotPieces(2_000, 1)],
      [large, snapshotPieces(LARGE, 1)],
    ]);
    const changed = snapshotPieces(LARGE, 2);
    // On this thread, whatever the machine is: everything else is compared with it.
    const { snapshot, tagging } = benchCompany(LARGE);
    const before = threadTimeMs();
    compileAssortment(JSON.parse(JSON.stringify(snapshot)), tagging);
    const onThisThreadMs = threadTimeMs() - before;
    const running = start(catalogs, 512 * 1024 * 1024);
    try {
      for (let call = 0; call < 300; call += 1) await running.match(matched); // Warm.
      let loaded = false;
      let matches = 0;
      const longest = await longestTurn(async () => {
        const load = async () => {
          await running.match(large, { few: true });
          expect((await running.companies.get(large)).assortment.variantCount).toBe(LARGE);
          catalogs.set(large, changed);
          await running.pullCatalog(large);
          await running.companies.refresh(large);
          expect((await running.companies.get(large)).catalogVersion).toBe(2);
          loaded = true;
        };
        const done = load();
        while (!loaded) {
          await running.match(matched);
          matches += 1;
          await Promise.race([nextTurn(), done]);
        }
        await done;
      });
      expect(matches).toBeGreaterThan(100);
      if (longest !== null) expect(longest).toBeLessThan(onThisThreadMs / 2);
    } finally {
      await running.compiler.stop();
    }
  });
});

describe('MATCHER_CACHE_BYTES', () => {
  it('counts the compiled funnels of a company as well as its catalog', async () => {
    const id = randomId();
    const running = start(new Map([[id, snapshotPieces(500, 1)]]), 512 * 1024 * 1024);
    try {
      const { assortment } = await running.companies.get(id);
      const before = running.companies.loadedBytes();
      expect(before).toBeGreaterThan(assortment.bytes);
      await running.match(id);
      expect(running.companies.loadedBytes()).toBeGreaterThan(before + 4_096);
    } finally {
      await running.compiler.stop();
    }
  });

  it('limits the loaded companies: the least recently used ones are evicted and loaded again on demand', async () => {
    const ids = Array.from({ length: 12 }, () => randomId());
    const running = start(new Map(ids.map((id) => [id, snapshotPieces(500, 1)])), 400_000);
    try {
      const first: Uint8Array[] = [];
      for (const id of ids) first.push(await running.match(id, { few: true }));
      expect(running.companies.loadedBytes()).toBeLessThanOrEqual(400_000);
      const loaded = running.companies.loadedIds();
      expect(loaded.length).toBeGreaterThan(2);
      expect(loaded.length).toBeLessThan(ids.length);
      expect(new Set(loaded)).toEqual(new Set(ids.slice(-loaded.length)));
      for (const id of ids) await running.match(id, { few: true });
      expect(running.companies.loadedBytes()).toBeLessThanOrEqual(400_000);
    } finally {
      await running.compiler.stop();
    }
  });
});
