import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors/service-error.js';
import { newContext, runInContext } from '../../log/context.js';
import { createLogger } from '../../log/logger.js';
import { grpcSandbox, readClient, startFixture, writeClient } from '../../testing/grpc-fixture.js';
import { onBusyMachine } from '../../testing/patience.js';
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

function clientOf(proxies: { address: string }[]) {
  const address = proxies.map((proxy) => proxy.address).join(',');
  const client = readClient(address, { transport: 'stream', timeoutMs: 2_500 });
  const writes = writeClient(address, { transport: 'stream', timeoutMs: 2_500 });
  sandbox.onStop(() => client.close());
  sandbox.onStop(() => writes.close());
  return { client, writes, read: async () => (await client.listCatalogChanges({ cursor: '' })).cursor };
}

/** Calls every `everyMs` for a time; how each ended, and when it began. */
async function load(call: () => Promise<string>, ms: number, everyMs = 5) {
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
    const { read } = clientOf(await replicas(3));
    await load(read, 500);
    const results = await load(read, 500);
    for (const answer of ['0', '1', '2']) expect(share(results, answer)).toBeGreaterThan(0.25);
  });

  it('one that freezes costs no read: calls that it holds are sent to another one, and later ones never reach it', async () => {
    const proxies = await replicas(2);
    const { read } = clientOf(proxies);
    await load(read, 500);
    proxies[0]?.freeze();
    const results = await load(read, 3_000);
    expect(new Set(results.map(({ answer }) => answer))).toEqual(new Set(['1']));
    const late = results.filter(({ at }) => at > 1_500);
    expect(Math.max(...late.map(({ ms }) => ms))).toBeLessThan(onBusyMachine(500));
    proxies[0]?.up();
    await load(read, 2_500);
    expect(share(await load(read, 500), '0')).toBeGreaterThan(0.25);
  });

  it('one that freezes is told to the log, once, outside of any request', async () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test' }, { write: (line: string) => void lines.push(line) });
    const [proxy] = await replicas(1);
    const client = readClient(proxy?.address ?? '', { log, retry: [] });
    sandbox.onStop(() => client.close());
    await runInContext(newContext(), async () => {
      await client.listCatalogChanges({ cursor: '' });
      proxy?.freeze();
      await expect(client.listCatalogChanges({ cursor: '' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', peer: proxy?.address });
    expect(lines[0]).not.toContain('requestId');
  });

  it('a stall of the caller itself condemns none: missed beats are counted, not time', async () => {
    const { client } = await sandbox.start({ list: () => sleep(300, 'ok') }, { transport: 'stream' });
    await client.listCatalogChanges({ cursor: '' });
    const call = client.listCatalogChanges({ cursor: '' }, { timeoutMs: 10_000 });
    await sleep(50);
    const end = performance.now() + 2_500;
    while (performance.now() < end);
    expect((await call).cursor).toBe('ok');
  });

  it('one that freezes fails a write that it holds within 2 s: it may have been done', async () => {
    const [proxy] = await replicas(1);
    const { writes } = clientOf(proxy ? [proxy] : []);
    const apply = () => writes.applyCatalog({ companyId: 'c', revision: 1, sectionJson: Buffer.from('{}') });
    await apply();
    proxy?.freeze();
    const started = performance.now();
    await expect(apply()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - started).toBeLessThan(onBusyMachine(2_000));
  });

  it('all frozen: a call ends after 2 s, or with its deadline if that is sooner, and is answered if one thaws before', async () => {
    const proxies = await replicas(2);
    const { client, read } = clientOf(proxies);
    await load(read, 300);
    for (const proxy of proxies) proxy.freeze();
    const started = performance.now();
    const unavailable = { code: 'UNAVAILABLE' };
    await expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 2_000 })).rejects.toMatchObject(unavailable);
    expect(performance.now() - started).toBeLessThan(onBusyMachine(2_200));
    const again = performance.now();
    await Promise.all([
      expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 500 })).rejects.toMatchObject(unavailable),
      expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 10_000 })).rejects.toMatchObject(unavailable),
    ]);
    expect(performance.now() - again).toBeLessThan(onBusyMachine(2_500));
    const waiting = read();
    await sleep(500);
    proxies[1]?.up();
    expect(await waiting).toBe('1');
  });

  it('one that froze while nobody called gets no call: it must answer a ping first', async () => {
    const proxies = await replicas(2);
    const { read } = clientOf(proxies);
    await load(read, 300);
    await sleep(3_000); // Nobody calls; nobody looks after the streams.
    proxies[0]?.freeze();
    for (let round = 0; round < 5; round += 1) {
      const started = performance.now();
      expect(await read()).toBe('1');
      expect(performance.now() - started).toBeLessThan(onBusyMachine(400));
    }
  });

  it('one that starts late gets its share within seconds', async () => {
    const [first, second] = await replicas(2);
    if (!first || !second) throw new Error('unreachable');
    second.down();
    const { read } = clientOf([first, second]);
    await load(read, 500);
    second.up();
    await load(read, 4_000, 20);
    expect(share(await load(read, 500), '1')).toBeGreaterThan(0.3);
  }, 15_000);

  it('one that stops loses no call: it answers what it has, and the others get the rest', async () => {
    const servers = await Promise.all(
      ['0', '1'].map((answer) => startFixture({ list: () => sleep(20, answer) }, { graceMs: 5_000 })),
    );
    for (const { server } of servers) sandbox.onStop(() => server.stop());
    const { read } = clientOf(servers);
    await load(read, 300);
    const [results] = await Promise.all([load(read, 1_000), sleep(200).then(() => servers[0]?.server.stop())]);
    expect(share(results, '0') + share(results, '1')).toBe(1);
  });

  it('one that fails at once is not the quickest: it does not draw the calls to itself', async () => {
    let failed = 0;
    const fail = async (): Promise<never> => {
      failed += 1;
      throw new ServiceError('UNAVAILABLE', 'no database');
    };
    const servers = [await startFixture({ list: () => sleep(5, 'good') }), await startFixture({ list: fail })];
    for (const { server } of servers) sandbox.onStop(() => server.stop());
    const { read } = clientOf(servers);
    await load(read, 300, 50); // Until both are known.
    failed = 0;
    const results = await load(read, 1_000);
    expect(share(results, 'good')).toBe(1);
    expect(failed / results.length).toBeLessThan(0.15);
  });
});
