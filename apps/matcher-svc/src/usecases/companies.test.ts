import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FunnelVersion } from '@svc/domain';
import { json, randomId, systemClock } from '@svc/kit';
import { type TestDatabase, testDatabase, testLogger } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogCompiler } from '../compile/catalog-compiler.js';
import { benchCompany, benchRequests } from '../engine/testing/bench-company.js';
import { longestTurn } from '../testing/longest-turn.js';
import { MIGRATIONS } from '../testing/matcher.js';
import { companies as companiesOf } from './companies.js';
import { matchAnalysis } from './match-analysis.js';
import { type PullDeps, pullCatalog } from './pull.js';
import { rankingCache } from './ranking-cache.js';
import { funnelResolver } from './resolve-funnel.js';

/** Longest time that a match may wait for work on another company, milliseconds. Issue "Memory and start". */
const MAX_STALL_MS = 20;

const log = testLogger();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ schema: 'matcher', migrationsDirectory: MIGRATIONS });
});
afterAll(() => database.drop());

/** A catalogue as catalog-sync sends it, in pieces that are alone in their buffers. */
function snapshotPieces(variantCount: number, version: number): Uint8Array[] {
  const bytes = json.encode({ ...benchCompany(variantCount, version).snapshot, version });
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += 64 * 1024) pieces.push(new Uint8Array(bytes.subarray(at, at + 64 * 1024)));
  return pieces;
}

/** The use cases of one process, with peers that have everything ready in memory. */
function processWith(catalogs: Map<string, Uint8Array[]>) {
  const { steps } = benchCompany(1);
  const versionOf = (companyId: string): FunnelVersion => ({
    id: `${companyId}-v1`,
    number: 1,
    funnelId: `${companyId}-funnel`,
    companyId,
    steps,
  });
  const compiler = catalogCompiler();
  const pulls: PullDeps = {
    knex: database.database.knex,
    log,
    compiler,
    funnel: {
      listChanges: async () => ({ changes: [], cursor: '' }),
      getVersion: async (id) => versionOf(id.replace(/-v1$/, '')),
      getStates: async (companyId) => ({
        version: 1,
        language: 'en',
        funnels: [{ funnelId: `${companyId}-funnel`, publishedVersionId: `${companyId}-v1` }],
      }),
    },
    catalog: {
      listChanges: async () => ({ changes: [], cursor: '' }),
      getSnapshot: async (companyId) => catalogs.get(companyId)!,
    },
    versions: { get: async (companyId) => versionOf(companyId) },
  };
  const companies = companiesOf({ ...pulls, cacheBytes: 512 * 1024 * 1024 });
  const resolve = funnelResolver({ ...pulls, companies, clock: systemClock, pullStatesSoon: async () => {} });
  const rankings = rankingCache({ maxBytes: 1024 * 1024 });
  const requests = benchRequests(500);
  let next = 0;
  return {
    companies,
    compiler,
    pullCatalog: (companyId: string) => pullCatalog(pulls, companyId),
    /** Matches answers of which hardly any were seen before. */
    async match(companyId: string): Promise<string[]> {
      const { answers, color } = requests[next++ % requests.length]!;
      const { body } = await matchAnalysis(
        { resolve, rankings },
        {
          subject: {
            companyId,
            funnelId: `${companyId}-funnel`,
            versionId: `${companyId}-v1`,
            isPreview: false,
          },
          answers,
          color,
          presence: { hasSelfie: false, hasContact: false },
          productIds: [],
          variantIds: ['41000000000000', '41000000000037'],
          resultPage: false,
          locale: undefined,
        },
      );
      return json.decode<{ matchedVariants: string[] }>(body).matchedVariants;
    },
  };
}

describe('another company’s catalogue', () => {
  it.each([20_000, 200_000])(
    'of %i variants is pulled, compiled, changed and compiled again without holding up a match by 20 ms',
    async (variantCount) => {
      const [matched, large] = [randomId(), randomId()];
      const catalogs = new Map([
        [matched, snapshotPieces(2_000, 1)],
        [large, snapshotPieces(variantCount, 1)],
      ]);
      const changed = snapshotPieces(variantCount, 2);
      const running = processWith(catalogs);
      try {
        for (let call = 0; call < 300; call += 1) await running.match(matched); // Warm.
        let loaded = 0;
        let matches = 0;
        const longest = await longestTurn(async () => {
          const load = async () => {
            await running.match(large);
            expect((await running.companies.get(large)).assortment.variantCount).toBe(variantCount);
            catalogs.set(large, changed);
            await running.pullCatalog(large);
            await running.companies.refresh(large);
            expect((await running.companies.get(large)).catalogVersion).toBe(2);
            loaded += 1;
          };
          const done = load();
          while (loaded === 0) {
            await running.match(matched);
            matches += 1;
            await Promise.race([nextTurn(), done]);
          }
          await done;
        });
        expect(matches).toBeGreaterThan(100);
        if (longest !== null) expect(longest).toBeLessThan(MAX_STALL_MS);
      } finally {
        await running.compiler.stop();
      }
    },
    60_000,
  );
});
