import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { grpcSandbox, readClient, writeClient } from '../../testing/grpc-fixture.js';
import { startTcpProxy } from '../../testing/tcp-proxy.js';
import { scaleTimeout } from '../../testing/timeouts.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

const { start } = sandbox;

describe('broken connections (docs/reliability.md R7.13)', () => {
  it('traffic is back within 2 s after an outage (docs/reliability.md R0.13, R11.3)', async () => {
    const { address } = await start({ list: async () => 'ok' });
    const proxy = await startTcpProxy(address);
    const client = readClient(proxy.address);
    sandbox.onStop(() => proxy.close());
    sandbox.onStop(() => client.close());
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
    expect(performance.now() - up).toBeLessThan(scaleTimeout(2_000));
  });

  it('a client is not made to wait by the failed connections of another one, as when services start together', async () => {
    const { address } = await start({ apply: async () => {} });
    const proxy = await startTcpProxy(address);
    sandbox.onStop(() => proxy.close());
    proxy.down();
    const early = readClient(proxy.address);
    sandbox.onStop(() => early.close());
    for (let round = 0; round < 3; round += 1) await early.listCatalogChanges({ cursor: '' }).catch(() => {});
    proxy.up();
    const late = writeClient(proxy.address);
    sandbox.onStop(() => late.close());
    await late.applyCatalog({ companyId: 'c', revision: 1, sectionJson: Buffer.from('{}') });
  });

  it('a frozen server costs a call its deadline, not more (docs/reliability.md R11.3)', async () => {
    const { address } = await start({ list: async () => 'ok' });
    const proxy = await startTcpProxy(address);
    const client = readClient(proxy.address);
    sandbox.onStop(() => proxy.close());
    sandbox.onStop(() => client.close());
    await client.listCatalogChanges({ cursor: '' });
    proxy.freeze();
    const started = performance.now();
    await expect(client.listCatalogChanges({ cursor: '' }, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(performance.now() - started).toBeLessThan(scaleTimeout(300));
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
    sandbox.onStop(() => client.close());
    await expect
      .poll(async () => {
        await client.listCatalogChanges({ cursor: '' });
        return Math.min(...counts);
      })
      .toBeGreaterThan(0);
    counts.fill(0);
    for (let round = 0; round < 50; round += 1) await client.listCatalogChanges({ cursor: '' });
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(15);
  });

  it('a name is resolved by DNS', async () => {
    const { address } = await start({ list: async () => 'ok' });
    const client = readClient(address.replace('127.0.0.1', 'localhost'));
    sandbox.onStop(() => client.close());
    expect((await client.listCatalogChanges({ cursor: '' })).cursor).toBe('ok');
  });
});
