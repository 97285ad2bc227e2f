import { createInProcessBus } from '@svc/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FinishedMatch } from './finished-match.js';
import { MatchCache } from './match-cache.js';
import { createMatchPurge } from './match-purge.js';
import { shareMatch } from './share-match.js';
import { SingleFlight } from './single-flight.js';

const URL = '/api/v1/analyses/a/matches';
const toMatch = (version: number): FinishedMatch => ({
  ...{ analysisId: 'a', companyId: 'c', isPreview: false, etag: '"e"' },
  body: Buffer.from(String(version)),
});

describe('shareMatch', () => {
  it('in no order of readers and publishes does a request that starts after a publish get an older match (docs/reliability.md R8.3, R11.4)', async () => {
    const actions = fc.array(fc.constantFrom('read', 'read', 'publish'), { minLength: 2, maxLength: 12 });
    let fromMemory = 0;
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), actions, async (scheduler, steps) => {
        const [cache, flights] = [new MatchCache(), new SingleFlight<FinishedMatch>()];
        const bus = createInProcessBus();
        const purge = createMatchPurge(bus, cache, flights);
        const turn = () => scheduler.schedule(Promise.resolve());
        let published = 0;
        const compute = async () => {
          await turn();
          const match = toMatch(published);
          await turn();
          return match;
        };
        const stale: string[] = [];
        const run = async (action: string) => {
          await turn();
          if (action === 'publish') {
            published += 1;
            purge.company('c');
            return;
          }
          const atLeast = published;
          const kept = cache.get(URL);
          if (kept) fromMemory += 1;
          const { body } = kept ?? (await shareMatch({ cache, flights }, URL, compute));
          if (Number(body) < atLeast) stale.push(`${body} after ${atLeast}`);
        };
        await scheduler.waitFor(Promise.all(steps.map(run)));
        purge.close();
        expect(stale).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
    // Otherwise nothing was ever kept, and the property says nothing.
    expect(fromMemory).toBeGreaterThan(100);
  });
});
