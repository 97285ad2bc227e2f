import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { currentContext, newContext, runInContext } from '../../log/context.js';
import { type FixtureHandlers, grpcSandbox, TRANSPORTS } from '../../testing/grpc-fixture.js';
import { scaleTimeout } from '../../testing/timeouts.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe.each(TRANSPORTS)('every call, transport %s', (transport) => {
  const start = (handlers: FixtureHandlers) => sandbox.start(handlers, transport);

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
      outer.client.listCatalogChanges({ cursor: '' }, { timeoutMs: 20_000 }),
    );
    expect(seen.slice(0, 2)).toEqual(['r-1', TRACEPARENT]);
    // The inner call may not outlive the caller of the outer one.
    expect(Number(seen[2]) - before).toBeGreaterThan(10_000);
    expect(Number(seen[2]) - before).toBeLessThan(40_000);
  });

  it('ends with TIMEOUT at its deadline, 2 s unless told otherwise (docs/reliability.md R7.11, R0.13)', async () => {
    const { client } = await start({ list: async (cursor) => (cursor === 'connect' ? '' : sleep(10_000, '')) });
    await client.listCatalogChanges({ cursor: 'connect' }, { timeoutMs: 60_000 });
    await expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 150 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    const started = performance.now();
    await expect(client.listCatalogChanges({ cursor: '' })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(performance.now() - started).toBeGreaterThan(1_900);
  });

  it('leaves timers and sockets their turns, however many calls follow each other', async () => {
    const { client } = await start({ list: async () => '' });
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    }, 20);
    for (let calls = 0; !isOver && calls < 50_000; calls += 1) await client.listCatalogChanges({ cursor: '' });
    expect(isOver).toBe(true);
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

  it('is cancelled by its signal, and the work stops on every service behind it within 200 ms (docs/reliability.md R7.11)', async () => {
    let stoppedAt = 0;
    let isReached = false;
    const inner = await start({
      list: async (_, { signal }) => {
        isReached = true;
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        stoppedAt = performance.now();
        return '';
      },
    });
    const patient = { timeoutMs: 60_000 };
    const outer = await start({
      list: async () => (await inner.client.listCatalogChanges({ cursor: '' }, patient)).cursor,
    });
    const controller = new AbortController();
    const call = outer.client.listCatalogChanges({ cursor: '' }, { ...patient, signal: controller.signal });
    await expect.poll(() => isReached).toBe(true);
    const abortedAt = performance.now();
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => stoppedAt).toBeGreaterThan(0);
    expect(stoppedAt - abortedAt).toBeLessThan(scaleTimeout(200));
    const again = outer.client.listCatalogChanges({ cursor: '' }, { signal: controller.signal });
    await expect(again).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('its signal aborts on the server when the deadline passes, so that the server stops useless work', async () => {
    let aborted = false;
    const { client } = await start({
      list: async (_, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return sleep(10_000, '', { signal }).catch(() => '');
      },
    });
    // On a busy machine it reaches the server late.
    await expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 2_000 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    await expect.poll(() => aborted).toBe(true);
  });

  it('takes messages far above the 4 MiB of grpc-js, both ways (docs/reliability.md R7.14, R0.13)', async () => {
    const { client } = await start({ list: async (cursor) => cursor });
    const cursor = 'x'.repeat(20 * 1024 * 1024);
    expect((await client.listCatalogChanges({ cursor }, { timeoutMs: 60_000 })).cursor).toHaveLength(cursor.length);
  });
});
