import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/service-error.js';
import { currentContext, newContext, runInContext } from '../log/context.js';
import { type FixtureHandlers, readClient, startFixture, writeClient } from '../testing/grpc-fixture.js';
import { startTcpProxy } from '../testing/tcp-proxy.js';
import type { ClientSettings } from './create-client.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(handlers: FixtureHandlers, settings?: ClientSettings) {
  const { server, address } = await startFixture(handlers, { graceMs: 200 });
  const client = readClient(address, settings);
  const writes = writeClient(address, settings);
  cleanups.push(
    () => server.stop(),
    () => client.close(),
    () => writes.close(),
  );
  return { server, address, client, writes };
}

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('every call', () => {
  it('carries request id, trace context and deadline, through a second service as well', async () => {
    const seen: unknown[] = [];
    const inner = await start({
      list: async () => {
        const context = currentContext();
        seen.push(context?.requestId, context?.traceparent, context?.deadline);
        return '';
      },
    });
    const outer = await start({
      list: async () => (await inner.client.listCatalogChanges({ cursor: '' }, { timeoutMs: 60_000 })).cursor,
    });
    const before = Date.now();
    await runInContext(newContext({ requestId: 'r-1', traceparent: TRACEPARENT }), () =>
      outer.client.listCatalogChanges({ cursor: '' }, { timeoutMs: 1_500 }),
    );
    expect(seen.slice(0, 2)).toEqual(['r-1', TRACEPARENT]);
    // The inner call may not outlive the caller of the outer one.
    expect(Number(seen[2]) - before).toBeGreaterThan(1_000);
    expect(Number(seen[2]) - before).toBeLessThan(1_700);
  });

  it('ends with TIMEOUT at its deadline, 2 s unless told otherwise (reliability R7.11)', async () => {
    const { client } = await start({ list: () => sleep(10_000, '') });
    const started = performance.now();
    await expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 150 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(performance.now() - started).toBeLessThan(600);
    const again = performance.now();
    await expect(client.listCatalogChanges({ cursor: '' })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(performance.now() - again).toBeGreaterThan(1_900);
    expect(performance.now() - again).toBeLessThan(2_600);
  });

  it('is not even sent when the caller’s time is over', async () => {
    let calls = 0;
    const { client } = await start({ list: async () => String(++calls) });
    const late = { ...newContext(), deadline: Date.now() - 1 };
    await expect(runInContext(late, () => client.listCatalogChanges({ cursor: '' }))).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(calls).toBe(0);
  });

  it('is cancelled by its signal, and the work stops on every service behind it within 200 ms (reliability R7.11)', async () => {
    let stoppedAt = 0;
    const inner = await start({
      list: async (_, { signal }) => {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        stoppedAt = performance.now();
        return '';
      },
    });
    const outer = await start({ list: async () => (await inner.client.listCatalogChanges({ cursor: '' })).cursor });
    const controller = new AbortController();
    const call = outer.client.listCatalogChanges({ cursor: '' }, { signal: controller.signal });
    await sleep(100);
    const abortedAt = performance.now();
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    while (stoppedAt === 0 && performance.now() - abortedAt < 2_000) await sleep(5);
    expect(stoppedAt - abortedAt).toBeLessThan(200);
    const again = outer.client.listCatalogChanges({ cursor: '' }, { signal: controller.signal });
    await expect(again).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('its signal aborts on the server when the deadline passes, so that nobody works for nothing', async () => {
    let aborted = false;
    const { client } = await start({
      list: async (_, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return sleep(1_000, '');
      },
    });
    await expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    await sleep(100);
    expect(aborted).toBe(true);
  });

  it('takes messages far above the 4 MiB of grpc-js, both ways (reliability R7.14)', async () => {
    const { client } = await start({ list: async (cursor) => cursor });
    const cursor = 'x'.repeat(20 * 1024 * 1024);
    expect((await client.listCatalogChanges({ cursor }, { timeoutMs: 10_000 })).cursor).toHaveLength(cursor.length);
  });
});

describe('retries (reliability R7.12)', () => {
  it('a read is repeated on UNAVAILABLE, three attempts in all', async () => {
    let calls = 0;
    const { client } = await start({
      list: async (cursor) => {
        calls += 1;
        if (cursor === 'always' || calls < 3) throw new ServiceError('UNAVAILABLE', 'restarting');
        return 'ok';
      },
    });
    expect((await client.listCatalogChanges({ cursor: '' })).cursor).toBe('ok');
    expect(calls).toBe(3);
    calls = 0;
    await expect(client.listCatalogChanges({ cursor: 'always' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(calls).toBe(3);
  });

  it('a write is never repeated, nor is a read that failed otherwise', async () => {
    let calls = 0;
    const fail = async (code: 'UNAVAILABLE' | 'NOT_FOUND') => {
      calls += 1;
      throw new ServiceError(code, 'no');
    };
    const { client, writes } = await start({ apply: () => fail('UNAVAILABLE'), list: () => fail('NOT_FOUND') });
    const apply = writes.applyCatalog({ companyId: 'c', revision: 1, sectionJson: Buffer.from('{}') });
    await expect(apply).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(client.listCatalogChanges({ cursor: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(calls).toBe(2);
  });

  it('are throttled while a server fails: at most 1.5 calls per offered call', async () => {
    let calls = 0;
    const { client } = await start({
      list: async () => {
        calls += 1;
        throw new ServiceError('UNAVAILABLE', 'no');
      },
    });
    for (let round = 0; round < 100; round += 1) await client.listCatalogChanges({ cursor: '' }).catch(() => {});
    expect(calls).toBeLessThanOrEqual(150);
  });
});

describe('broken connections (reliability R7.13)', () => {
  it('traffic is back within 2 s after an outage', async () => {
    const { address } = await start({ list: async () => 'ok' });
    const proxy = await startTcpProxy(address);
    const client = readClient(proxy.address);
    cleanups.push(
      () => proxy.close(),
      () => client.close(),
    );
    await client.listCatalogChanges({ cursor: '' });
    proxy.down();
    await expect(client.listCatalogChanges({ cursor: '' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await sleep(3_000);
    proxy.up();
    const up = performance.now();
    for (;;) {
      const answer = await client.listCatalogChanges({ cursor: '' }).catch(() => undefined);
      if (answer) break;
      await sleep(20);
    }
    expect(performance.now() - up).toBeLessThan(2_000);
  });

  it('a frozen server costs a call its deadline, not more', async () => {
    const { address } = await start({ list: async () => 'ok' });
    const proxy = await startTcpProxy(address);
    const client = readClient(proxy.address);
    cleanups.push(
      () => proxy.close(),
      () => client.close(),
    );
    await client.listCatalogChanges({ cursor: '' });
    proxy.freeze();
    const started = performance.now();
    await expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(performance.now() - started).toBeLessThan(700);
    proxy.up();
    expect((await client.listCatalogChanges({ cursor: '' })).cursor).toBe('ok');
  });

  it('several addresses share the calls', async () => {
    const counts = [0, 0];
    const servers = await Promise.all(
      counts.map((_, index) =>
        start({
          list: async () => {
            counts[index]! += 1;
            return 'ok';
          },
        }),
      ),
    );
    const client = readClient(servers.map(({ address }) => address).join(','));
    cleanups.push(() => client.close());
    await client.listCatalogChanges({ cursor: '' });
    await sleep(200); // Until both are connected.
    for (let round = 0; round < 50; round += 1) await client.listCatalogChanges({ cursor: '' });
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(15);
  });

  it('a name is resolved by DNS', async () => {
    const { address } = await start({ list: async () => 'ok' });
    const client = readClient(address.replace('127.0.0.1', 'localhost'));
    cleanups.push(() => client.close());
    expect((await client.listCatalogChanges({ cursor: '' })).cursor).toBe('ok');
  });
});

describe('streams', () => {
  it('a response stream is read in order, and waits for a slow reader', async () => {
    let written = 0;
    const { client } = await start({
      snapshot: async function* () {
        for (; written < 2_000; written += 1) yield { chunk: Buffer.alloc(16_384, written % 256) };
      },
    });
    let read = 0;
    for await (const { chunk } of client.getSnapshot({ companyId: 'c' }, { timeoutMs: 15_000 })) {
      expect(chunk[0]).toBe(read % 256);
      read += 1;
      if (read === 1) {
        await sleep(200);
        expect(written).toBeLessThan(1_000);
      }
    }
    expect(read).toBe(2_000);
  });

  it('a reader that stops early ends the work of the server', async () => {
    let ended = false;
    const { client } = await start({
      snapshot: async function* () {
        try {
          for (;;) {
            yield { chunk: Buffer.alloc(16_384) };
            await sleep(1);
          }
        } finally {
          ended = true;
        }
      },
    });
    for await (const _ of client.getSnapshot({ companyId: 'c' })) break;
    for (let round = 0; round < 100 && !ended; round += 1) await sleep(10);
    expect(ended).toBe(true);
  });

  it('a request stream is sent no faster than the server reads it', async () => {
    let sent = 0;
    const { writes } = await start({
      importCsv: async (requests) => {
        await sleep(200);
        expect(sent).toBeLessThan(1_000);
        let bytes = 0;
        for await (const { part } of requests) if (part?.$case === 'chunk') bytes += part.value.length;
        return bytes;
      },
    });
    async function* chunks() {
      for (; sent < 2_000; sent += 1) yield { part: { $case: 'chunk' as const, value: Buffer.alloc(16_384) } };
    }
    const { run } = await writes.importCsv(chunks(), { timeoutMs: 15_000 });
    expect(run?.read).toBe(2_000 * 16_384);
  });

  it('a request stream that fails rejects with its own error and cancels the call', async () => {
    let cancelled = false;
    const { writes } = await start({
      importCsv: async (requests, { signal }) => {
        signal.addEventListener('abort', () => {
          cancelled = true;
        });
        for await (const _ of requests) {
        }
        return 0;
      },
    });
    async function* broken() {
      yield { part: { $case: 'chunk' as const, value: Buffer.alloc(1) } };
      await sleep(50);
      throw new Error('upload was cut');
    }
    await expect(writes.importCsv(broken())).rejects.toThrow('upload was cut');
    for (let round = 0; round < 100 && !cancelled; round += 1) await sleep(10);
    expect(cancelled).toBe(true);
  });
});
