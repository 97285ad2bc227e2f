import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors/service-error.js';
import { type FixtureHandlers, grpcSandbox, TRANSPORTS } from '../../testing/grpc-fixture.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

describe.each(TRANSPORTS)('retries (docs/reliability.md R7.12), transport %s', (transport) => {
  const start = (handlers: FixtureHandlers) => sandbox.start(handlers, transport);

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
