import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { grpcSandbox, readClient, startFixture, writeClient } from '../../testing/grpc-fixture.js';
import { startTcpProxy } from '../../testing/tcp-proxy.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

/** Replicas that answer with their number, each behind a proxy that can freeze it. */
async function replicas(count: number, delayMs = 0) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { address } = await sandbox.start({
        list: () => sleep(delayMs, String(index)),
        apply: () => sleep(delayMs),
      });
      const proxy = await startTcpProxy(address);
      sandbox.onStop(() => proxy.close());
      return proxy;
    }),
  );
}

function createProxiedClient(proxies: { address: string }[], timeoutMs = 2_500) {
  const address = proxies.map((proxy) => proxy.address).join(',');
  const client = readClient(address, { timeoutMs });
  const writes = writeClient(address, { timeoutMs: 10_000 });
  sandbox.onStop(() => client.close());
  sandbox.onStop(() => writes.close());
  return { client, writes, read: async () => (await client.listCatalogChanges({ cursor: '' })).cursor };
}

/** Calls every `everyMs` for a time; how each ended, and when it began. */
async function load(call: () => Promise<string>, ms: number, everyMs = 20) {
  const results: { at: number; answer: string; ms: number }[] = [];
  const running: Promise<void>[] = [];
  const start = performance.now();
  while (performance.now() - start < ms) {
    const at = performance.now() - start;
    const record = (answer: string) => void results.push({ at, answer, ms: performance.now() - start - at });
    running.push(call().then(record, (error: Error & { code?: string }) => record(error.code ?? error.message)));
    await sleep(everyMs);
  }
  await Promise.all(running);
  return results;
}

const share = (results: { answer: string }[], answer: string) =>
  results.filter((result) => result.answer === answer).length / results.length;

describe('replicas', () => {
  it('share the calls', async () => {
    const { read } = createProxiedClient(await replicas(3));
    const leastShare = (results: { answer: string }[]) =>
      Math.min(...['0', '1', '2'].map((one) => share(results, one)));
    await expect.poll(async () => leastShare(await load(read, 500, 5))).toBeGreaterThan(0.2);
  });

  it('one that freezes costs no read: calls that it holds are sent to another one, and later ones never reach it', async () => {
    const proxies = await replicas(2);
    // Longer than a busy machine needs for two attempts. Calls that wait for their deadline would be TIMEOUT.
    const { read } = createProxiedClient(proxies, 15_000);
    await load(read, 500);
    proxies[0]?.freeze();
    const results = await load(read, 4_000);
    expect(new Set(results.map(({ answer }) => answer))).toEqual(new Set(['1']));
    const late = results.filter(({ at }) => at > 2_500);
    // Those that the frozen one holds are sent again after 2 s, and half of them would be.
    expect(late.filter(({ ms }) => ms > 1_500).length).toBeLessThan(late.length / 4);
    proxies[0]?.up();
    await expect.poll(async () => share(await load(read, 500, 5), '0')).toBeGreaterThan(0.25);
  });

  it('one that freezes fails a write that it holds within 2 s: it may have been done', async () => {
    const [proxy] = await replicas(1);
    const { writes } = createProxiedClient(proxy ? [proxy] : []);
    const apply = () => writes.applyCatalog({ companyId: 'c', revision: 1, sectionJson: Buffer.from('{}') });
    await apply();
    proxy?.freeze();
    // Its deadline, after 10 s, would be TIMEOUT.
    await expect(apply()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('all frozen: a call ends after 2 s, or with its deadline if that is sooner, and is answered if one thaws before', async () => {
    const proxies = await replicas(2);
    const { client, read } = createProxiedClient(proxies);
    await load(read, 300);
    for (const proxy of proxies) proxy.freeze();
    const unavailable = { code: 'UNAVAILABLE' };
    await Promise.allSettled(Array.from({ length: 2 }, () => client.listCatalogChanges({ cursor: '' })));
    await Promise.all([
      expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 500 })).rejects.toMatchObject(unavailable),
      expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 10_000 })).rejects.toMatchObject(unavailable),
    ]);
    const waiting = read();
    await sleep(100);
    proxies[1]?.up();
    expect(await waiting).toBe('1');
  });

  it('a stall of the caller itself fails no call', async () => {
    const { client } = await sandbox.start({ list: () => sleep(300, 'ok') });
    await client.listCatalogChanges({ cursor: '' });
    const call = client.listCatalogChanges({ cursor: '' }, { timeoutMs: 10_000 });
    await sleep(50);
    // Holds up this thread without computing.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    expect((await call).cursor).toBe('ok');
  });

  it('one that starts late gets its share within seconds', async () => {
    const [first, second] = await replicas(2);
    if (!first || !second) throw new Error('unreachable');
    second.down();
    const { read } = createProxiedClient([first, second]);
    await load(read, 500);
    second.up();
    await expect.poll(async () => share(await load(read, 500, 5), '1')).toBeGreaterThan(0.3);
  });

  it('a client finds a server that takes the place of another one behind the same name', async () => {
    const first = await startFixture({ list: async () => 'first' });
    const port = Number(first.address.split(':')[1]);
    const client = readClient(`localhost:${port}`, { channelAgeMs: 300 });
    sandbox.onStop(() => client.close());
    const read = async () => (await client.listCatalogChanges({ cursor: '' })).cursor;
    expect(await read()).toBe('first');
    await first.server.stop();
    const second = await startFixture({ list: async () => 'second' }, { port });
    sandbox.onStop(() => second.server.stop());
    expect(new Set((await load(read, 1_500)).map(({ answer }) => answer))).toEqual(new Set(['second']));
  });
});
