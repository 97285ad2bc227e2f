import { describe, expect, it } from 'vitest';
import { requestOf } from '../engine/testing/company.js';
import { rankingCache } from './ranking-cache.js';

const ranking = (length = 1) => new Uint32Array(length);

describe('rankingCache (spec, GET matches rule 6)', () => {
  it('ranks once for all analyses with the same matching answers, whatever they filter', () => {
    const cached = rankingCache(1_000_000).for('state');
    let ranked = 0;
    for (let call = 0; call < 500; call += 1) {
      const request = requestOf({ variantIds: [`v${call}`], resultPage: call % 2 === 0 });
      cached(request, () => {
        ranked += 1;
        return ranking();
      });
    }
    expect(ranked).toBe(1);
  });

  it('never shares between states, answers or colour types', () => {
    const cache = rankingCache(1_000_000);
    const color = { type: 'LIGHT_SPRING', scores: { LIGHT_SPRING: 1 } };
    const requests = [
      requestOf(),
      requestOf({ color }),
      requestOf({ answers: { hairColor: 'RED', selectionValues: [] } }),
    ];
    const found = ['a', 'b'].flatMap((state) => requests.map((request) => cache.for(state)(request, () => ranking())));
    expect(new Set(found).size).toBe(6);
  });

  it('holds no more bytes than it may', () => {
    const cache = rankingCache(50_000);
    let ranked = 0;
    const rank = (state: number) =>
      cache.for(String(state))(requestOf(), () => {
        ranked += 1;
        return ranking(2_000);
      });
    for (let state = 0; state < 10; state += 1) rank(state);
    for (let state = 9; state >= 0; state -= 1) rank(state);
    // Six of 8,250 bytes each fit: the four oldest are ranked again.
    expect(ranked).toBe(14);
  });
});
