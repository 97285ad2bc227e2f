import { currentContext, newContext, runInContext } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { version } from '../testing/steps.js';
import { createVersionCache } from './version-cache.js';

/** A cache that records its loads. */
function counted(limit?: number) {
  const loads: string[] = [];
  const load = async (id: string) => {
    loads.push(id);
    return version({ id });
  };
  return { loads, cache: createVersionCache(load, limit) };
}

describe('the version cache', () => {
  it('simultaneous requests load a version once, and later requests use the cache', async () => {
    const { cache, loads } = counted();
    await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')]);
    expect((await cache.get('a')).id).toBe('a');
    expect(loads).toEqual(['a']);
  });

  it('a version counts as loaded when no call is needed any more', async () => {
    const { cache } = counted(1);
    const loading = cache.get('a');
    expect(cache.isLoaded('a')).toBe(false);
    await loading;
    expect(cache.isLoaded('a')).toBe(true);
    await cache.get('b');
    expect(cache.isLoaded('a')).toBe(false);
  });

  it('never holds more than the limit: the least recently used version is evicted', async () => {
    const { cache, loads } = counted(2);
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(id);
    expect(loads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('a failed load fails all waiting requests and is not cached', async () => {
    let calls = 0;
    const cache = createVersionCache(async (id) => {
      calls += 1;
      if (calls === 1) throw new Error('not reachable');
      return version({ id });
    });
    const both = await Promise.allSettled([cache.get('a'), cache.get('a')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await cache.get('a')).id).toBe('a');
    expect(calls).toBe(2);
  });

  it('a load is independent of the deadline and signal of the first request, because others wait for it', async () => {
    let seen: unknown;
    const cache = createVersionCache(async (id) => {
      seen = currentContext();
      return version({ id });
    });
    const request = { ...newContext({ requestId: 'r-1' }), deadline: Date.now() - 1, signal: AbortSignal.abort() };
    await runInContext(request, () => cache.get('a'));
    expect(seen).toEqual({ requestId: 'r-1', traceparent: request.traceparent });
  });
});
