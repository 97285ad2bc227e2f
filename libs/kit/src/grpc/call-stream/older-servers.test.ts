import { Server, ServerCredentials, type sendUnaryData } from '@grpc/grpc-js';
import { CatalogServiceService, type ListCatalogChangesResponse } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { grpcSandbox, readClient } from '../../testing/grpc-fixture.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

/** A server of a release without call streams; counts its calls. */
async function olderServer() {
  const counter = { address: '', calls: 0 };
  const server = new Server();
  server.addService(CatalogServiceService, {
    listCatalogChanges(_: unknown, callback: sendUnaryData<ListCatalogChangesResponse>) {
      counter.calls += 1;
      callback(null, { changes: [], cursor: 'older' });
    },
    getSnapshot: () => {},
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  sandbox.onStop(() => server.forceShutdown());
  counter.address = `127.0.0.1:${port}`;
  return counter;
}

describe('a rolling upgrade', () => {
  it('a server without call streams is called one by one', async () => {
    const older = await olderServer();
    const client = readClient(older.address, { transport: 'stream', timeoutMs: 10_000 });
    sandbox.onStop(() => client.close());
    for (let round = 0; round < 20; round += 1) {
      expect((await client.listCatalogChanges({ cursor: '' })).cursor).toBe('older');
    }
    expect(older.calls).toBe(20);
  });

  it('the first replicas with call streams do not get all calls', async () => {
    const older = await olderServer();
    const { address } = await sandbox.start({ list: async () => 'newer' });
    const client = readClient(`${older.address},${address}`, { transport: 'stream', timeoutMs: 10_000 });
    sandbox.onStop(() => client.close());
    const call = () => client.listCatalogChanges({ cursor: '' });
    while (older.calls === 0) await call(); // Until it is connected to both.
    const [before, calls] = [older.calls, 200];
    for (let round = 0; round < calls; round += 1) await call();
    const share = (older.calls - before) / calls;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
  });

  it('an older client calls a server with call streams as before', async () => {
    const { client } = await sandbox.start({ list: async () => 'newer' }, { transport: 'unary' });
    expect((await client.listCatalogChanges({ cursor: '' })).cursor).toBe('newer');
  });
});
