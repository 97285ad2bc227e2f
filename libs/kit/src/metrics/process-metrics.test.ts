import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/service-error.js';
import { grpcSandbox, TRANSPORTS } from '../testing/grpc-fixture.js';
import { testDatabase } from '../testing/test-database.js';
import { type MetricsServer, startMetricsServer } from './metrics-server.js';

const sandbox = grpcSandbox();
let server: MetricsServer | undefined;
afterEach(async () => {
  await sandbox.stopAll();
  await server?.close();
});

async function scrape(): Promise<string> {
  return (await fetch(`http://${server?.address}/metrics`)).text();
}

describe.each(TRANSPORTS)('durations of calls, transport %s', (transport) => {
  it('are measured by the caller and by the service, by method and status, streams as well', async () => {
    server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
    const { client } = await sandbox.start(
      {
        list: async (cursor) => {
          if (cursor === 'wrong') throw new ServiceError('INVALID_REQUEST', 'cursor must be a number.');
          return cursor;
        },
        async *snapshot() {
          yield { chunk: Buffer.from('x') };
        },
      },
      transport,
    );
    await client.listCatalogChanges({ cursor: '1' });
    await client.listCatalogChanges({ cursor: '2' });
    await expect(client.listCatalogChanges({ cursor: 'wrong' })).rejects.toThrow();
    for await (const _ of client.getSnapshot({ companyId: 'secret-company' }));
    await expect
      .poll(scrape)
      .toContain('rpc_server_call_duration_seconds_count{rpc_method="svc.catalog.v1.CatalogService/GetSnapshot"');
    const text = await scrape();
    const list = 'rpc_method="svc.catalog.v1.CatalogService/ListCatalogChanges"';
    const caller = ',server_service="catalog"';
    const snapshot = list.replace('ListCatalogChanges', 'GetSnapshot');
    for (const [side, labels] of [
      ['server', ''],
      ['client', caller],
    ] as const) {
      const name = `rpc_${side}_call_duration_seconds_count`;
      const line = (method: string, status: string, count: number) =>
        new RegExp(
          `^${name}{(?=.*${method})(?=.*rpc_response_status_code="${status}")(?=.*${labels.slice(1)}).*} ${count}$`,
          'm',
        );
      expect(text).toMatch(line(list, 'OK', 2));
      expect(text).toMatch(line(list, 'INVALID_ARGUMENT', 1));
      expect(text).toMatch(line(snapshot, 'OK', 1));
    }
    expect(text).not.toContain('secret-company');
  });
});

it('the use of the connection pool is read at each scrape, until the database is closed', async () => {
  server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  const { database, drop } = await testDatabase({
    schema: 'kit_pool',
    migrationsDirectory: new URL('../testing/fixtures/migrations/', import.meta.url),
  });
  await database.knex.raw('select 1');
  await database.knex.transaction(async () => {
    const text = await scrape();
    expect(text).toContain('db_client_connection_count{state="used"} 1');
    expect(text).toContain('db_client_connection_pending_requests 0');
  });
  expect(await scrape()).toContain('db_client_connection_count{state="used"} 0');
  await drop();
});

it('a process that serves no metrics measures nothing', async () => {
  const { client } = await sandbox.start({ list: async () => '' }, 'in-process');
  await client.listCatalogChanges({ cursor: '1' });
  server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  expect(await scrape()).not.toContain('rpc_client_call_duration_seconds_count{');
});
