import { setTimeout as sleep } from 'node:timers/promises';
import knexFactory from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy } from '../../testing/tcp-proxy.js';
import { type TestDatabase, testDatabase, testLogger } from '../../testing/test-database.js';
import { createDatabase, type Database } from '../connection/create-database.js';
import { DatabaseSetupError, toDatabaseProblem } from '../database-error.js';
import { readPrepared, writePrepared } from './run-shared.js';
import { SharedConnection } from './shared-connection.js';

const migrationsDirectory = new URL('../../testing/fixtures/migrations/', import.meta.url);
const FIND = { name: 'find-thing', text: 'select name from things where name = $1' };
const DIVIDE = { name: 'divide', text: 'select 10 / $1::int as result' };
const SLEEP = { name: 'sleep', text: 'select pg_sleep($1)' };
const INSERT = { name: 'insert-thing', text: 'insert into things (name) values ($1)' };
const INSERT_WHEN_FREE = {
  name: 'insert-when-free',
  text: 'insert into things (name) select $1 where wait_until_free()',
};
const INSERT_LATER = { name: 'insert-later', text: 'insert into things (name) select $1 from pg_sleep($2)' };
const BACKEND = { name: 'backend', text: 'select pg_backend_pid() as pid where $1 = $1::text' };

/** Ends a connection as an administrator would. */
async function terminate({ url }: TestDatabase, pid = 0): Promise<void> {
  const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  await admin.raw('select pg_terminate_backend(?)', [pid]);
  await admin.destroy();
}

describe('reads that share a connection (docs/adr/0047-statements-share-a-commit.md)', () => {
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
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code))).toMatchObject([
      { rows: [{ result: 2 }], rowCount: 1 },
      '22012',
      '22P02',
      [{ name: 'a' }],
      { rows: [{ result: 5 }], rowCount: 1 },
    ]);
  });

  it('a read that meets a lock affects none that was sent behind it, also where it is the first of its statement', async () => {
    await readBackend(); // Connects.
    const blocker = await things.owner.transaction();
    await blocker.raw('lock table things in access exclusive mode');
    const first = find('a');
    await sleep(10); // The lock is waited for, for 50 ms.
    const found = Promise.allSettled([first, find('b')]);
    await sleep(100);
    await blocker.rollback();
    expect(await found).toMatchObject([{ value: [{ name: 'a' }] }, { value: [{ name: 'b' }] }]);
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
    await database.ping();
    const sleeping = readPrepared(database.knex, SLEEP, [30]).catch((error: unknown) => error);
    await terminate(things, pid);
    expect(toDatabaseProblem(await sleeping)).toBe('UNREACHABLE');
    expect(database.hasTrouble, 'so that the database is pinged').toBe(true);
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

  it('a connection that cannot be prepared is closed, so that repeated attempts do not use up all connections', async () => {
    const connection = new SharedConnection({
      config: { connectionString: things.url, application_name: 'unprepared' },
      prepare: () => Promise.reject(new DatabaseSetupError('The pooler sets no role.')),
      maxGroups: 1,
      runAlone: () => Promise.reject(new Error('The group failed.')),
      onServerError: () => {},
      onBrokenConnection: () => {},
    });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(connection.run(BACKEND, ['x'])).rejects.toThrow('The pooler sets no role.');
    }
    const countConnections = async () => {
      const { rows } = await things.owner.raw(
        `select count(*)::int as connections from pg_stat_activity where application_name = 'unprepared'`,
      );
      return rows[0].connections;
    };
    await expect.poll(countConnections).toBe(0);
    await connection.close();
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

describe('writes that share a connection and its commits (docs/adr/0047-statements-share-a-commit.md)', () => {
  let things: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    things = await testDatabase({ schema: 'kit_alpha', migrationsDirectory });
    database = things.database;
  });
  afterEach(() => things.drop());

  const insert = (name: unknown, statement = INSERT) => writePrepared(database.knex, 'company', statement, [name]);
  const insertLater = (name: string, seconds: number) =>
    writePrepared(database.knex, 'company', INSERT_LATER, [name, seconds]);
  /** Holds writes of `INSERT_WHEN_FREE` back until the returned function is called. */
  const holdBack = async () => {
    await things.owner.raw(
      `create function wait_until_free() returns boolean language plpgsql as
         $$ begin while not pg_try_advisory_xact_lock_shared(1) loop perform pg_sleep(0.005); end loop; return true; end $$`,
    );
    const holder = await things.owner.transaction();
    await holder.raw('select pg_advisory_xact_lock(1)');
    return () => holder.rollback();
  };
  const countTransactions = async () => {
    const { rows } = await things.owner.raw('select count(distinct xmin::text)::int as transactions from things');
    return rows[0].transactions;
  };
  const listNames = () => things.owner('things').orderBy('name').pluck('name');

  it('what starts in one turn is one transaction, and every write resolves after its commit', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
    const seen = await Promise.all(
      names.map(async (name) => {
        expect((await insert(name)).rowCount).toBe(1);
        return things.owner('things').where({ name }).first();
      }),
    );
    expect(seen.map((row) => row?.name)).toEqual(names);
    expect(await countTransactions()).toBe(1);
  });

  it('what starts during a commit is committed together after it', async () => {
    const release = await holdBack();
    const first = insert('first', INSERT_WHEN_FREE);
    const later: Promise<unknown>[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      await sleep(5);
      later.push(insert(`later ${turn}`));
    }
    await release();
    await Promise.all([first, ...later]);
    expect(await countTransactions()).toBe(2);
  });

  it('a write that fails affects none that was sent with it', async () => {
    await insert('known');
    const results = await Promise.allSettled([insert('a'), insert('known'), insert(null), insert('b')]);
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value.rowCount : result.reason.code)),
    ).toEqual([1, '23505', '23502', 1]);
    expect(await listNames()).toEqual(['a', 'b', 'known']);
    expect(database.hasTrouble).toBe(false);
  });

  it('a write that waits for a lock delays none that was sent with it', async () => {
    await insert('warm-up');
    const blocker = await things.owner.transaction();
    await blocker('things').insert({ name: 'locked' });
    const locked = insert('locked');
    expect((await insert('free')).rowCount).toBe(1);
    expect(await listNames()).toEqual(['free', 'warm-up']);
    await blocker.rollback();
    expect((await locked).rowCount).toBe(1);
    expect(database.hasTrouble).toBe(false);
  });

  it('a statement that cannot be prepared leaves the connection usable', async () => {
    const wrong = { name: 'wrong', text: 'insert into nothing values ($1)' };
    for (let round = 0; round < 2; round += 1) {
      const [failed, stored] = await Promise.allSettled([insert('x', wrong), insert(`stored ${round}`)]);
      expect(failed).toMatchObject({ reason: { code: '42P01' } });
      expect(stored).toMatchObject({ value: { rowCount: 1 } });
    }
  });

  it('within a transaction it is part of it', async () => {
    const failed = database.knex.transaction(async (transaction) => {
      await writePrepared(transaction, 'company', INSERT, ['rolled back']);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await listNames()).toEqual([]);
  });

  it('a broken connection fails the writes in flight as unreachable, and the next write connects again', async () => {
    await insert('before');
    const { rows } = await writePrepared<{ pid: number }>(database.knex, 'company', BACKEND, ['x']);
    const waiting = insertLater('lost', 30).catch((error: unknown) => error);
    await terminate(things, rows[0]?.pid);
    expect(toDatabaseProblem(await waiting)).toBe('UNREACHABLE');
    expect((await insert('after')).rowCount).toBe(1);
    expect(await listNames()).toEqual(['after', 'before']);
  });

  it('a write that cannot be sent in time fails as unreachable, so that callers do not wait for a server that hangs', async () => {
    const connection = new SharedConnection({
      config: { connectionString: things.url, options: '-c role=svc_kit_alpha_app -c search_path=kit_alpha' },
      maxGroups: 1,
      maxWaitMs: 100,
      runAlone: () => Promise.reject(new Error('The group failed.')),
      onServerError: () => {},
      onBrokenConnection: () => {},
    });
    await connection.run(BACKEND, ['x']);
    const release = await holdBack();
    const sent = connection.run(INSERT_WHEN_FREE, ['sent']);
    await sleep(20);
    const waiting = connection.run(INSERT, ['waiting']).catch((error: unknown) => error);
    expect(toDatabaseProblem(await waiting)).toBe('UNREACHABLE');
    expect(await listNames(), 'while the first is running').toEqual([]);
    await release();
    await sent;
    expect(await listNames()).toEqual(['sent']);
    await connection.close();
  });

  it('two texts under one name are refused, as PostgreSQL would run the first for both', async () => {
    await insert('a');
    await expect(insert('b', { ...INSERT, text: 'delete from things where name = $1' })).rejects.toThrow(
      'insert-thing',
    );
    expect(await listNames()).toEqual(['a']);
  });
});
