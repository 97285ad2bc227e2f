import knexFactory from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy } from '../testing/tcp-proxy.js';
import { type TestDatabase, testDatabase, testLogger } from '../testing/test-database.js';
import { createDatabase, type Database } from './create-database.js';
import { toDatabaseProblem } from './database-error.js';
import { readPrepared } from './read-prepared.js';

const migrationsDirectory = new URL('../testing/fixtures/migrations/', import.meta.url);
const FIND = { name: 'find-thing', text: 'select name from things where name = $1' };
const DIVIDE = { name: 'divide', text: 'select 10 / $1::int as result' };
const SLEEP = { name: 'sleep', text: 'select pg_sleep($1)' };
const BACKEND = { name: 'backend', text: 'select pg_backend_pid() as pid where $1 = $1::text' };

describe('reads that share a connection (docs/adr/0045-reads-share-a-connection.md)', () => {
  let things: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    things = await testDatabase({ schema: 'kit_alpha', migrationsDirectory });
    database = things.database;
    await database.knex('things').insert([{ name: 'a' }, { name: 'b' }]);
  });
  afterEach(() => things.drop());

  const find = async (name: string) => (await readPrepared<{ name: string }>(database.knex, FIND, [name])).rows;
  const readBackend = async () => (await readPrepared<{ pid: number }>(database.knex, BACKEND, ['x'])).rows[0]?.pid;

  it('each read receives its own rows, however many start simultaneously', async () => {
    const names = Array.from({ length: 200 }, (_, index) => 'abc'[index % 3] as string);
    const found = await Promise.all(names.map(find));
    expect(found).toEqual(names.map((name) => (name === 'c' ? [] : [{ name }])));
    expect(new Set(await Promise.all([readBackend(), readBackend(), readBackend()])).size).toBe(1);
  });

  it('a read that fails affects none that was sent with it', async () => {
    const divide = (divisor: number | string) => readPrepared<{ result: number }>(database.knex, DIVIDE, [divisor]);
    const results = await Promise.allSettled([divide(5), divide(0), divide('none'), find('a'), divide(2)]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code))).toEqual([
      { rows: [{ result: 2 }], rowCount: 1 },
      '22012',
      '22P02',
      [{ name: 'a' }],
      { rows: [{ result: 5 }], rowCount: 1 },
    ]);
  });

  it('a read within a transaction sees what the transaction wrote', async () => {
    await database.knex.transaction(async (transaction) => {
      await transaction('things').insert({ name: 'c' });
      expect((await readPrepared(transaction, FIND, ['c'])).rows).toEqual([{ name: 'c' }]);
      expect(await find('c'), 'outside of it').toEqual([]);
    });
  });

  it('a broken connection fails the reads in flight as unreachable, and the next read connects again', async () => {
    const pid = await readBackend();
    const sleeping = readPrepared(database.knex, SLEEP, [30]).catch((error: unknown) => error);
    const admin = knexFactory({ client: 'pg', connection: things.url, pool: { min: 0, max: 1 } });
    await admin.raw('select pg_terminate_backend(?)', [pid ?? 0]);
    await admin.destroy();
    expect(toDatabaseProblem(await sleeping)).toBe('UNREACHABLE');
    expect(await find('a')).toEqual([{ name: 'a' }]);
    expect(await readBackend()).not.toBe(pid);
  });

  it('a connection on which nothing comes back is dropped when a read has waited for its time limit', async () => {
    const proxy = await startTcpProxy(things.url);
    const url = new URL(things.url);
    url.port = String(proxy.port);
    const options = { url: url.href, schema: 'kit_alpha', migrationsDirectory, log: testLogger() };
    const distant = createDatabase({ ...options, statementTimeoutMs: 100 });
    const read = () => readPrepared(distant.knex, FIND, ['a']);
    await read();
    proxy.freeze();
    const failures = await Promise.all([read(), read()].map((waiting) => waiting.catch(toDatabaseProblem)));
    expect(failures).toEqual(['UNREACHABLE', 'UNREACHABLE']);
    proxy.down();
    proxy.up();
    expect((await read()).rows).toEqual([{ name: 'a' }]);
    await distant.close();
    proxy.down();
  });

  it('closing answers the reads that were sent and rejects later ones', async () => {
    const options = { url: things.url, schema: 'kit_alpha', migrationsDirectory, log: testLogger() };
    const closing = createDatabase(options);
    await readPrepared(closing.knex, FIND, ['a']);
    const sent = readPrepared(closing.knex, FIND, ['b']);
    await closing.close();
    expect((await sent).rows).toEqual([{ name: 'b' }]);
    await expect(readPrepared(closing.knex, FIND, ['a'])).rejects.toThrow(/closed/);
  });
});
