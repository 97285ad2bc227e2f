import { describe, expect, it } from 'vitest';
import { startTcpProxy } from '../testing/tcp-proxy.js';
import { createTestDatabase, testLogger } from '../testing/test-database.js';
import { createDatabase } from './connection/create-database.js';
import { toDatabaseFailure } from './database-error.js';

const migrationsDirectory = new URL('../testing/fixtures/migrations/', import.meta.url);

describe('toDatabaseFailure', () => {
  it('a database that is down is UNAVAILABLE, a statement over its time TIMEOUT, a wrong statement a bug', async () => {
    const { url, drop } = await createTestDatabase();
    const proxy = await startTcpProxy(url);
    const through = new URL(url);
    through.port = String(proxy.port);
    const database = createDatabase({
      url: through.href,
      schema: 'kit_fail',
      migrationsDirectory,
      statementTimeoutMs: 100,
      log: testLogger(),
    });
    await database.migrate();
    const failure = (sql: string) =>
      database.knex.raw(sql).then(
        () => 'no error',
        (error: unknown) => toDatabaseFailure(error)?.code,
      );
    expect(await failure('select pg_sleep(1)')).toBe('TIMEOUT');
    expect(await failure('select nothing')).toBeUndefined();
    const cut = failure('select pg_sleep(0.09)');
    setTimeout(() => proxy.down(), 30);
    expect(await cut).toBe('UNAVAILABLE');
    expect(await failure('select 1')).toBe('UNAVAILABLE');
    await proxy.close();
    expect(await failure('select 1')).toBe('UNAVAILABLE');
    await database.close();
    await drop();
  });

  it.each(['57P01', '57P03', '08006', '53300', '40P01'])('SQLSTATE %s is UNAVAILABLE: trying again helps', (code) => {
    expect(toDatabaseFailure(Object.assign(new Error('x'), { code }))?.code).toBe('UNAVAILABLE');
  });

  it.each(['23505', '42601', '22P02'])('SQLSTATE %s stays a bug', (code) => {
    expect(toDatabaseFailure(Object.assign(new Error('x'), { code }))).toBeUndefined();
  });
});
