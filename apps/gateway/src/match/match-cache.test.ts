import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FinishedMatch } from './finished-match.js';
import { MatchCache } from './match-cache.js';
import { WARM_MS } from './match-cache-policy.js';

const match = (changes: Partial<FinishedMatch> = {}): FinishedMatch => ({
  analysisId: 'a',
  companyId: 'c',
  isPreview: false,
  etag: '"e"',
  body: Buffer.from('{}'),
  ...changes,
});

afterEach(() => vi.useRealTimers());

describe('the cache of finished matches', () => {
  it('serves an entry for half a second and not longer', () => {
    let now = 1_000;
    const cache = new MatchCache({ now: () => now });
    cache.set('/x', match(), cache.epoch);
    now += WARM_MS - 1;
    expect(cache.get('/x')).toEqual(match());
    now += 1;
    expect(cache.get('/x')).toBeUndefined();
  });

  it('frees the memory of an entry within two lifetimes, although it is not read again', () => {
    vi.useFakeTimers();
    const cache = new MatchCache({ now: () => Date.now() });
    const body = Buffer.alloc(10_000);
    // Twelve seconds of matches that are never repeated, one every 10 ms.
    for (let i = 0; i < 1_200; i++) {
      cache.set(`/${i}`, match({ body }), cache.epoch);
      vi.advanceTimersByTime(10);
      expect(cache.bytes).toBeLessThan(((2 * WARM_MS) / 10 + 1) * 11_000);
    }
    vi.advanceTimersByTime(2 * WARM_MS);
    expect(cache.bytes).toBe(0);
    // An idle cache runs no timer.
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never holds a preview. docs/reliability.md R8.5', () => {
    const cache = new MatchCache();
    cache.set('/x', match({ isPreview: true }), cache.epoch);
    expect(cache.get('/x')).toBeUndefined();
  });

  it('does not store what was computed during a purge, whichever company was purged', () => {
    const cache = new MatchCache();
    const { epoch } = cache;
    cache.purgeCompany('another');
    cache.set('/x', match(), epoch);
    expect(cache.get('/x')).toBeUndefined();
  });

  it('purges what concerns a company or an analysis, and nothing else', () => {
    const cache = new MatchCache();
    cache.set('/1', match({ companyId: 'c1', analysisId: 'a1' }), cache.epoch);
    cache.set('/2', match({ companyId: 'c1', analysisId: 'a2' }), cache.epoch);
    cache.set('/3', match({ companyId: 'c2', analysisId: 'a3' }), cache.epoch);
    cache.purgeAnalysis('a1');
    expect(['/1', '/2', '/3'].map((url) => cache.get(url)?.analysisId)).toEqual([undefined, 'a2', 'a3']);
    cache.purgeCompany('c1');
    expect(['/1', '/2', '/3'].map((url) => cache.get(url)?.analysisId)).toEqual([undefined, undefined, 'a3']);
  });

  it('is bounded by bytes: the least recently used goes', () => {
    const cache = new MatchCache({ maxBytes: 3_000 });
    const body = Buffer.alloc(400);
    for (const url of ['/1', '/2', '/3']) cache.set(url, match({ body }), cache.epoch);
    cache.get('/1');
    cache.set('/4', match({ body }), cache.epoch);
    expect(['/1', '/2', '/3', '/4'].map((url) => cache.get(url) !== undefined)).toEqual([true, false, true, true]);
  });
});
