import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../log/logger.js';
import { startRedisServer } from '../testing/redis-server.js';
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.js';
import { scaleTimeout } from '../testing/timeouts.js';
import { type ByteCache, createRedisByteCache } from './redis-byte-cache.js';

const log = createLogger({ name: 'test', level: 'silent' });
const redis = await startRedisServer();
const opened: ByteCache[] = [];
const bytes = (...values: number[]) => Uint8Array.from(values);

async function open(url = redis?.url ?? ''): Promise<ByteCache> {
  const cache = await createRedisByteCache({ url, log, whileDown: 'nothing is shared', ttlS: 60 });
  opened.push(cache);
  return cache;
}

/** Sets until it can be read, at most 20 s. */
async function connected(cache: ByteCache): Promise<ByteCache> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    cache.set('connected', bytes(1));
    if (await cache.get('connected')) return cache;
    await sleep(20);
  }
  throw new Error('Redis was not reached.');
}

describe.skipIf(!redis)('createRedisByteCache (docs/reliability.md R8.6)', () => {
  afterEach(() => {
    for (const cache of opened.splice(0)) cache.close();
  });
  afterAll(() => redis?.stop());

  it('what one process keeps, another reads, any bytes', async () => {
    const [one, other] = [await connected(await open()), await connected(await open())];
    const every = Uint8Array.from({ length: 256 }, (_, value) => value);
    // A read that takes over 50 ms, which a busy machine may cause, finds nothing.
    await expect
      .poll(async () => {
        one.set('k', every);
        await one.get('k');
        return new Uint8Array((await other.get('k')) ?? []);
      })
      .toEqual(every);
    expect(await other.get('nothing')).toBeNull();
  });

  it('a value is gone after its time', async () => {
    const cache = await createRedisByteCache({ url: redis!.url, log, whileDown: '', ttlS: 1 });
    opened.push(cache);
    await connected(cache);
    await expect
      .poll(() => {
        cache.set('short', bytes(1));
        return cache.get('short');
      })
      .not.toBeNull();
    await sleep(1_200);
    await connected(cache);
    expect(await cache.get('short')).toBeNull();
  });

  it('without Redis every read immediately finds nothing, and no call fails (docs/reliability.md R0.12)', async () => {
    const cache = await open('redis://127.0.0.1:1');
    const startedAt = performance.now();
    for (let call = 0; call < 1_000; call += 1) {
      cache.set('k', bytes(1));
      expect(await cache.get('k')).toBeNull();
    }
    expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(1_000));
  });

  it.each<[string, (proxy: TcpProxy) => void]>([
    ['hangs', (proxy) => proxy.freeze()],
    ['answers late', (proxy) => proxy.latency(100)],
  ])(
    'a Redis that %s costs 50 ms once, not once a call; afterwards it is used again (docs/reliability.md R0.12, R11.3)',
    async (_name, ail) => {
      const proxy = await startTcpProxy(redis!.url);
      const cache = await connected(await open(`redis://${proxy.address}`));
      ail(proxy);
      const until = performance.now() + 2_500;
      let [calls, waited] = [0, 0];
      while (performance.now() < until) {
        const before = performance.now();
        expect(await cache.get('k')).toBeNull();
        calls += 1;
        if (performance.now() - before > 25) waited += 1;
        await sleep(1);
      }
      // The first, and those that a busy machine delays.
      expect(waited).toBeGreaterThan(0);
      expect(waited).toBeLessThan(calls / 4);
      proxy.latency(0);
      proxy.up();
      await connected(cache);
      await proxy.close();
    },
  );
});
