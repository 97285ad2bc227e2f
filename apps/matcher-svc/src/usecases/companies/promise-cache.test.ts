import { describe, expect, it } from 'vitest';
import { createPromiseCache } from './promise-cache.js';

/** A load that the test completes. */
function loading<T>() {
  let end!: (value: T) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<T>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { load: () => promise, end, fail };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('promiseCache', () => {
  it('loads once for concurrent requests, and again after a failure', async () => {
    const cache = createPromiseCache<number>(10, () => 1);
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error('down');
      return loads;
    };
    const both = await Promise.allSettled([cache.get('a', load), cache.get('a', load)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([await cache.get('a', load), await cache.get('a', load), loads]).toEqual([2, 2, 2]);
  });

  it('returns the known value until a renewal has ended, and keeps it when that fails', async () => {
    const cache = createPromiseCache<string>(10, () => 1);
    await cache.get('a', async () => 'old');
    const next = loading<string>();
    const renewed = cache.renew('a', next.load);
    expect(await cache.get('a', async () => 'never')).toBe('old');
    next.end('new');
    await renewed;
    expect(await cache.get('a', async () => 'never')).toBe('new');
    await expect(cache.renew('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await cache.get('a', async () => 'never')).toBe('new');
  });

  it('of two renewals the later one wins, also when it ends first', async () => {
    const cache = createPromiseCache<string>(10, () => 1);
    const [earlier, later] = [loading<string>(), loading<string>()];
    const both = [cache.renew('a', earlier.load), cache.renew('a', later.load)];
    later.end('newest');
    await settled();
    earlier.end('older');
    await Promise.all(both);
    expect(await cache.get('a', async () => 'never')).toBe('newest');
  });

  it('evicts the least recently used values when their total size exceeds the limit', async () => {
    const cache = createPromiseCache<number>(10, (size) => size);
    for (const [key, size] of Object.entries({ a: 4, b: 4, c: 4 })) await cache.get(key, async () => size);
    await settled();
    expect([cache.has('a'), cache.has('b'), cache.has('c')]).toEqual([false, true, true]);
    await cache.get('huge', async () => 11);
    await settled();
    expect(cache.has('huge')).toBe(false);
  });
});
