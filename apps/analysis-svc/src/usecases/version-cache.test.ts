import { currentContext, newContext, runInContext } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { version } from '../testing/steps.js';
import { createVersionCache } from './version-cache.js';

/** A cache whose loads are counted, in order. */
function counted(limit?: number) {
  const loads: string[] = [];
  const load = async (id: string) => {
    loads.push(id);
    return version({ id });
  };
  return { loads, cache: createVersionCache(load, limit) };
}

describe('the versions that are kept', () => {
  it('simultaneous requests load a version once, later ones not again', async () => {
    const { cache, loads } = counted();
    await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')]);
    expect((await cache.get('a')).id).toBe('a');
    expect(loads).toEqual(['a']);
  });

  it('never are more than the limit: the one not used for longest goes first', async () => {
    const { cache, loads } = counted(2);
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(id);
    expect(loads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('a failed load is told to all who wait and is not kept', async () => {
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

  it('a load has neither deadline nor signal of the request that came first, since others wait for it too', async () => {
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
