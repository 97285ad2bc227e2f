import { afterEach, describe, expect, it } from 'vitest';
import { grpcSandbox, readClient, writeClient } from '../../testing/grpc-fixture.js';
import { onBusyMachine } from '../../testing/patience.js';
import { startTcpProxy } from '../../testing/tcp-proxy.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

/** A server behind a proxy that refuses connections; `written` counts the writes that reached it. */
async function refused() {
  let written = 0;
  const { address } = await sandbox.start({
    list: async () => 'ok',
    apply: async () => {
      written += 1;
    },
  });
  const proxy = await startTcpProxy(address);
  sandbox.onStop(() => proxy.close());
  const [reads, writes] = [readClient(proxy.address), writeClient(proxy.address)];
  sandbox.onStop(() => reads.close());
  sandbox.onStop(() => writes.close());
  const write = (timeoutMs = 10_000) =>
    writes.applyCatalog({ companyId: 'c', revision: 1, sectionJson: Buffer.from('{}') }, { timeoutMs });
  return { proxy, read: () => reads.listCatalogChanges({ cursor: '' }), write, written: () => written };
}

/** Whoever sees a service serve, over whatever connection, may call it: `GET /readyz` of the gateway, for one. */
describe('a service that was away', () => {
  it.each([false, true])(
    'gets the very first call after it is back (was connected before: %s), once',
    async (before) => {
      const { proxy, read, write, written } = await refused();
      if (before) await write();
      proxy.down();
      // By then the channel rests as long as it ever does between two attempts to connect.
      for (let round = 0; round < 2; round += 1) await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const reading = expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await reading;
      proxy.up();
      await Promise.all([write(), expect(read()).resolves.toEqual({ changes: [], cursor: 'ok' })]);
      expect(written()).toBe(before ? 2 : 1);
    },
  );

  it('is UNAVAILABLE after about a second, long before the deadline; within a shorter deadline it is too', async () => {
    const { proxy, read, write } = await refused();
    proxy.down();
    const started = performance.now();
    await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // Repeating a read would make it wait for another second each time.
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - started).toBeLessThan(onBusyMachine(6_000));
    await expect(write(300)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
