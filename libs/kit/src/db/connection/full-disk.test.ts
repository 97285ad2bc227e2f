import knexFactory from 'knex';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../log/logger.js';
import { smallDisk } from '../../testing/small-disk.js';
import { createTestDatabase, testLogger } from '../../testing/test-database.js';
import { toDatabaseFailure } from '../database-error.js';
import { writePrepared } from '../statements/run-shared.js';
import { createDatabase, type Database } from './create-database.js';
import { watchDatabase } from './watch-database.js';

const migrationsDirectory = new URL('../../testing/fixtures/migrations/', import.meta.url);
const open = (url: string) => createDatabase({ url, schema: 'kit_full', migrationsDirectory, log: testLogger() });

/** Rows of 1 MB altogether, in new pages. */
const store = (database: Database) =>
  database.knex.raw(
    `insert into things (name) select repeat('x', 1000) || g || clock_timestamp() from generate_series(1, 1000) g`,
  );
const catchFailure = (work: PromiseLike<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => toDatabaseFailure(error),
  );

describe('a database without room', () => {
  it('a limit of the server (SQLSTATE 53400) is UNAVAILABLE with a longer Retry-After, not a bug', async () => {
    const { url, drop } = await createTestDatabase();
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    await admin.raw(`alter database ?? set temp_file_limit = '64kB'`, [new URL(url).pathname.slice(1)]);
    await admin.destroy();
    const database = open(url);
    await database.migrate();
    const sort = database.knex.raw(
      'select count(*) from (select g from generate_series(1, 1000000) g order by -g) sorted',
    );
    expect(await catchFailure(sort)).toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 30, cause: { code: '53400' } });
    await database.ping();
    await database.close();
    await drop();
  });

  it.each(['53100', '53200', '58030', '25006'])('SQLSTATE %s is UNAVAILABLE with a longer Retry-After', (code) => {
    const error = Object.assign(new Error('x'), { code });
    expect(toDatabaseFailure(error)).toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 30 });
  });
});

const disk = await smallDisk();

describe.skipIf(!disk)('a database whose disk is full', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  afterAll(() => disk?.drop());

  it('refuses what must be stored, answers what is read, and reports both changes by itself', async () => {
    const database = open(disk?.url ?? '');
    const lines: string[] = [];
    const watch = watchDatabase({
      database,
      migrate: true,
      log: createLogger({ name: 'test' }, { write: (line: string) => void lines.push(line) }),
      everyMs: 10,
      onPrepared() {},
    });
    cleanups.push(
      () => disk?.free(),
      () => database.close(),
      () => watch.stop(),
    );
    await watch.start();
    const changes: boolean[] = [];
    watch.follow((isWorking) => changes.push(isWorking));
    await store(database);
    // A connection that is new on a full disk may be refused: the server writes a file for it when tables have changed.
    await Promise.all([1, 2, 3].map(() => database.knex.raw('select pg_sleep(0.1)')));

    await disk?.fill();
    const stored = (await database.knex('things').count())[0];
    expect(await catchFailure(store(database))).toMatchObject({ code: 'UNAVAILABLE', cause: { code: '53100' } });
    expect((await database.knex('things').count())[0]).toEqual(stored);
    await expect.poll(() => changes).toEqual([true, false]);

    await disk?.free();
    await expect.poll(() => changes).toEqual([true, false, true]);
    await store(database);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringContaining('its disk or memory is full'),
      'the database works',
    ]);
  });

  it('refuses every write that shares a commit, and stores again when there is room', async () => {
    const database = open(disk?.url ?? '');
    cleanups.push(
      () => disk?.free(),
      () => database.close(),
    );
    await database.migrate();
    const statement = {
      name: 'store-much',
      text: `insert into things (name) select repeat('z', 1000) || g || $1 from generate_series(1, 1000) g`,
    };
    const write = (name: string) => writePrepared(database.knex, 'company', statement, [name]);
    await disk?.fill();
    const failures = await Promise.all([write('a'), write('b')].map(catchFailure));
    const full = { code: 'UNAVAILABLE', retryAfterS: 30, cause: { code: '53100' } };
    expect(failures).toMatchObject([full, full]);
    expect(database.hasTrouble).toBe(true);
    await disk?.free();
    expect((await write('c')).rowCount).toBe(1_000);
  });

  it('notices it also behind statements that bypass Knex', async () => {
    const database = open(disk?.url ?? '');
    cleanups.push(
      () => disk?.free(),
      () => database.close(),
    );
    await database.migrate();
    await disk?.fill();
    const connection = await database.knex.client.acquireConnection();
    const copy = connection.query(
      `insert into things (name) select repeat('y', 1000) || g from generate_series(1, 1000) g`,
    );
    await expect(copy).rejects.toMatchObject({ code: '53100' });
    await database.knex.client.releaseConnection(connection);
    await expect(database.ping()).rejects.toMatchObject({ code: '53100' });
    await expect(database.ping()).rejects.toMatchObject({ code: '53100' });
    await disk?.free();
    await database.ping();
  });
});
