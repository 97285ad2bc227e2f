import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchRequest } from '../../engine/rank/match-variants.js';
import { createRequest } from '../../engine/testing/company.js';
import { createRankingCache, type Rankings } from './ranking-cache.js';
import { decodeRanking, encodeRanking } from './ranking-codec.js';
import type { RankingStore } from './ranking-store.js';

const VARIANTS = 100_000;
const ranking = (length = 1) => new Uint32Array(length);

/** What a match does with the cache, counting how often the engine runs. */
function matching(cache: Rankings, result = ranking) {
  const counted = {
    ranked: 0,
    async match(state: string, request: MatchRequest): Promise<Uint32Array> {
      const cached = await cache.open(state, request, VARIANTS);
      return cached(request, () => {
        counted.ranked += 1;
        return result();
      });
    },
  };
  return counted;
}

/** A store that responds when the test allows it, with stored values or values set by the test. */
function fakeStore() {
  const values = new Map<string, Uint8Array>();
  let asked = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const store: RankingStore = {
    async get(key) {
      asked += 1;
      await released;
      return values.get(key) ?? null;
    },
    set: (key, bytes) => void values.set(key, bytes),
  };
  return { store, values, release, asked: () => asked };
}

describe('rankingCache (docs/contract.md C13.6)', () => {
  it('ranks once for all analyses with the same matching answers, whatever they filter (docs/contract.md C13.6; docs/matching.md M10.3)', async () => {
    const counted = matching(createRankingCache({ maxBytes: 1_000_000 }));
    for (let call = 0; call < 500; call += 1) {
      await counted.match('state', createRequest({ variantIds: [`v${call}`], resultPage: call % 2 === 0 }));
    }
    expect(counted.ranked).toBe(1);
  });

  it('never shares between states, answers or color types (docs/contract.md C13.6; docs/matching.md M10.4)', async () => {
    const counted = matching(createRankingCache({ maxBytes: 1_000_000 }));
    const color = { type: 'LIGHT_SPRING', scores: { LIGHT_SPRING: 1 } };
    const requests = [
      createRequest(),
      createRequest({ color }),
      createRequest({ answers: { hairColor: 'RED', selectionValues: [] } }),
    ];
    const found = new Set<Uint32Array>();
    for (const state of ['a', 'b']) for (const request of requests) found.add(await counted.match(state, request));
    expect(found.size).toBe(6);
  });

  it('never exceeds its limit of bytes', async () => {
    const counted = matching(createRankingCache({ maxBytes: 50_000 }), () => ranking(2_000));
    for (let state = 0; state < 10; state += 1) await counted.match(String(state), createRequest());
    for (let state = 9; state >= 0; state -= 1) await counted.match(String(state), createRequest());
    // Six of 8,250 bytes each fit: the four oldest are ranked again.
    expect(counted.ranked).toBe(14);
  });
});

describe('rankingCache with a shared store (docs/reliability.md R8.4, R8.6)', () => {
  it('500 identical concurrent requests read the store once and rank once (docs/matching.md M10.4)', async () => {
    const { store, release, asked } = fakeStore();
    const counted = matching(createRankingCache({ maxBytes: 1_000_000, store }));
    const matches = Array.from({ length: 500 }, () => counted.match('state', createRequest()));
    release();
    expect(new Set(await Promise.all(matches)).size).toBe(1);
    expect([asked(), counted.ranked]).toEqual([1, 1]);
  });

  it('a process uses the ranking of another one and reads it once', async () => {
    const { store, release, asked } = fakeStore();
    release();
    const result = () => Uint32Array.of(3, 1, 2);
    const one = matching(createRankingCache({ maxBytes: 1_000_000, store }), result);
    await one.match('state', createRequest());
    const other = matching(createRankingCache({ maxBytes: 1_000_000, store }), result);
    for (let call = 0; call < 3; call += 1) {
      expect(await other.match('state', createRequest())).toEqual(Uint32Array.of(3, 1, 2));
    }
    expect([asked(), one.ranked, other.ranked]).toEqual([2, 1, 0]);
  });

  it('ignores everything but the complete ranking of its key: truncated, of another key, of another format, garbage', async () => {
    const { store, values, release } = fakeStore();
    release();
    const result = () => Uint32Array.of(3, 1, 2);
    await matching(createRankingCache({ maxBytes: 1_000_000, store }), result).match('state', createRequest());
    const [[key, sound]] = [...values] as [[string, Uint8Array]];
    const garbage = [
      new Uint8Array(0),
      sound.subarray(0, sound.length - 1),
      sound.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
      sound.map((byte, at) => (at === sound.length - 1 ? byte ^ 1 : byte)),
      encodeRanking('another key', Uint32Array.of(9)),
      encodeRanking(key, Uint32Array.of(VARIANTS)),
      new TextEncoder().encode('OK'),
    ];
    for (const bytes of garbage) {
      values.set(key, bytes);
      const counted = matching(createRankingCache({ maxBytes: 1_000_000, store }), result);
      expect(await counted.match('state', createRequest())).toEqual(Uint32Array.of(3, 1, 2));
      expect(counted.ranked).toBe(1);
    }
  });
});

describe('encodeRanking', () => {
  const rankings = fc.uint32Array({ max: VARIANTS - 1, maxLength: 2_000 });

  it('decodes to the same ranking, only with its key, from any offset in a buffer', () => {
    fc.assert(
      fc.property(rankings, fc.string(), fc.string(), fc.nat(7), (given, key, other, offset) => {
        const bytes = encodeRanking(key, given);
        const moved = new Uint8Array(offset + bytes.length).subarray(offset);
        moved.set(bytes);
        expect(decodeRanking(key, moved, VARIANTS)).toEqual(given);
        if (other !== key) expect(decodeRanking(other, moved, VARIANTS)).toBeNull();
      }),
    );
  });

  it('writes and reads what the release before does, which may share the Redis (docs/operations.md "Rules for migrations", rule 3)', () => {
    const recorded = Buffer.from('02004b52bb47a7400300000002000000020000000100', 'hex');
    expect(Buffer.from(encodeRanking('recorded', Uint32Array.of(2, 0, 1))).toString('hex')).toBe(
      recorded.toString('hex'),
    );
    expect(decodeRanking('recorded', recorded, 3)).toEqual(Uint32Array.of(2, 0, 1));
  });

  it('detects any changed byte', () => {
    fc.assert(
      fc.property(rankings, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, place, change) => {
        const bytes = encodeRanking('key', given);
        bytes[place % bytes.length]! ^= change;
        expect(decodeRanking('key', bytes, VARIANTS)).toBeNull();
      }),
      { examples: [[Uint32Array.of(), 12, 6]] }, // Another width of no ordinals.
    );
  });

  it('uses two bytes per ordinal if they are sufficient', () => {
    expect(encodeRanking('key', new Uint32Array(2_000)).length).toBe(4_016);
    expect(encodeRanking('key', Uint32Array.of(70_000)).length).toBe(20);
  });
});
