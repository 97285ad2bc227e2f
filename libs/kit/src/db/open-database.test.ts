import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import knexFactory from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../postgres/start-embedded-postgres.js';
import { startTcpProxy } from '../testing/tcp-proxy.js';
import { createTestDatabase, type TestDatabase, testDatabase, testLogger } from '../testing/test-database.js';
import { freePort } from '../util/free-port.js';
import { type Database, openDatabase } from './open-database.js';

const migrationsDirectory = new URL('../testing/fixtures/migrations/', import.meta.url);
const log = testLogger();

async function settings(database: Database): Promise<Record<string, string>> {
  const { rows } = await database.knex.raw<{ rows: Record<string, string>[] }>(
    `select current_user as role, current_setting('search_path') as search_path,
            current_setting('synchronous_commit') as synchronous_commit,
            current_setting('statement_timeout') as statement_timeout,
            current_setting('application_name') as application_name`,
  );
  return rows[0]!;
}

describe('a service database', () => {
  let alpha: TestDatabase;
  beforeAll(async () => {
    alpha = await testDatabase({ schema: 'kit_alpha', migrationsDirectory });
  });
  afterAll(() => alpha.drop());

  it('runs every query as the role of its schema, in its schema, with durable commits and a time limit', async () => {
    expect(await settings(alpha.database)).toMatchObject({
      role: 'svc_kit_alpha',
      search_path: 'kit_alpha',
      statement_timeout: '10s',
      application_name: 'svc-kit_alpha',
    });
    // The test server runs without fsync for speed; a session must not switch this off by itself.
    const own = openDatabase({ url: alpha.url, schema: 'kit_alpha', migrationsDirectory, log });
    const { rows } = await own.knex.raw<{ rows: { source: string }[] }>(
      `select source from pg_settings where name = 'synchronous_commit'`,
    );
    expect(rows[0]?.source).not.toBe('client');
    await own.close();
  });

  it('cannot see the schema of another service (house style: no SQL crosses schemas)', async () => {
    const beta = openDatabase({ url: alpha.url, schema: 'kit_beta', migrationsDirectory, log });
    await beta.migrate();
    await beta.knex('things').insert({ name: 'private' });
    await expect(alpha.database.knex.raw('select * from kit_beta.things')).rejects.toMatchObject({ code: '42501' });
    await expect(alpha.database.knex.raw('create table kit_beta.x ()')).rejects.toMatchObject({ code: '42501' });
    await beta.close();
  });

  it('each test file has a database of its own', async () => {
    const other = await testDatabase({ schema: 'kit_alpha', migrationsDirectory });
    await alpha.database.knex('things').insert({ name: 'mine' });
    expect(await other.database.knex('things')).toEqual([]);
    await other.drop();
  });

  it('an error of the database never shows the bound values, which may be personal', async () => {
    await alpha.database.knex('things').insert({ name: 'a@b.c' });
    const error: unknown = await alpha.database
      .knex('things')
      .insert({ name: 'a@b.c' })
      .catch((failure: unknown) => failure);
    expect((error as { code: string }).code).toBe('23505');
    expect((error as Error).message).not.toContain('a@b.c');
  });

  it('a statement ends at its time limit', async () => {
    const quick = openDatabase({
      url: alpha.url,
      schema: 'kit_alpha',
      migrationsDirectory,
      statementTimeoutMs: 100,
      log,
    });
    await expect(quick.knex.raw('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    await quick.close();
  });

  it('a name that would need quoting is refused before it reaches SQL', () => {
    const options = { url: alpha.url, migrationsDirectory, log };
    expect(() => openDatabase({ ...options, schema: 'x; drop table y' })).toThrow(
      "'x; drop table y' is not a schema name",
    );
  });
});

describe('migrate', () => {
  it('six replicas that start at once on an empty database migrate once, and none fails', async () => {
    const { url, drop } = await createTestDatabase();
    const replicas = Array.from({ length: 6 }, () =>
      openDatabase({ url, schema: 'kit_many', migrationsDirectory, poolMax: 2, log }),
    );
    await Promise.all(replicas.map((replica) => replica.migrate()));
    expect(await replicas[0]?.knex('knex_migrations').pluck('name')).toEqual([
      '20260101000000_create_things',
      '20260102000000_name_things_once',
    ]);
    await Promise.all(replicas.map((replica) => replica.close()));
    await drop();
  });

  it('several databases of one server create the shared role at once without an error', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase()));
    const schema = `kit_r${Math.random().toString(36).slice(2, 8)}`;
    const databases = made.map(({ url }) => openDatabase({ url, schema, migrationsDirectory, log }));
    await Promise.all(databases.map((database) => database.migrate()));
    await Promise.all(databases.map((database) => database.ping()));
    await Promise.all(databases.map((database) => database.close()));
    await Promise.all(made.map(({ drop }) => drop()));
  });

  it('goes on after a migration that was killed and left Knex’s lock set', async () => {
    const { url, drop } = await createTestDatabase();
    const database = openDatabase({ url, schema: 'kit_lock', migrationsDirectory, log });
    await database.migrate();
    await database.knex('knex_migrations_lock').update({ is_locked: 1 });
    await database.migrate();
    await database.close();
    await drop();
  });

  it('a login role with no rights is told which statements an administrator has to run, and works once they ran', async () => {
    const { url, drop } = await createTestDatabase();
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    const login = `login_${Math.random().toString(36).slice(2, 10)}`;
    const schema = `kit_${login}`;
    await admin.raw(`create role ${login} login password 'x'`);
    const limited = new URL(url);
    limited.username = login;
    limited.password = 'x';
    const database = openDatabase({ url: limited.href, schema, migrationsDirectory, log });
    const message = await database.migrate().then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain(`which may not create it. As an administrator run: create role "svc_${schema}" nologin;`);
    await admin.raw(message.slice(message.indexOf('run: ') + 5));
    await database.migrate();
    await database.knex('things').insert({ name: 'works' });
    await database.close();
    await admin.destroy();
    await drop();
  });

  it('a login role that may create roles and schemas needs no administrator', async () => {
    const { url, drop } = await createTestDatabase();
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    const login = `login_${Math.random().toString(36).slice(2, 10)}`;
    await admin.raw(`create role ${login} login createrole password 'x'`);
    await admin.raw(`grant create on database "${new URL(url).pathname.slice(1)}" to ${login}`);
    await admin.destroy();
    const limited = new URL(url);
    limited.username = login;
    limited.password = 'x';
    const database = openDatabase({ url: limited.href, schema: `kit_${login}`, migrationsDirectory, log });
    await database.migrate();
    await database.knex('things').insert({ name: 'works' });
    await database.close();
    await drop();
  });
});

describe('broken connections', () => {
  it('queries work again after every backend was terminated, also those that wait and those in a transaction', async () => {
    const { url, database, drop } = await testDatabase({ schema: 'kit_broken', migrationsDirectory });
    const { knex } = database;
    await Promise.all(Array.from({ length: 8 }, () => knex.raw('select pg_sleep(0.02)')));
    const sleeping = knex.raw('select pg_sleep(5)').catch((error: unknown) => error);
    const transaction = knex
      .transaction(async (trx) => {
        await trx('things').insert({ name: 'lost' });
        await sleep(300);
        await trx('things').insert({ name: 'lost too' });
      })
      .catch((error: unknown) => error);
    await sleep(100);
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    await admin.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.destroy();
    expect(await sleeping).toBeInstanceOf(Error);
    expect(await transaction).toBeInstanceOf(Error);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => knex('things').count()));
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await knex('things')).toEqual([]);
    await drop();
  });

  it('a network that swallows everything costs a query its time limit, and frees pool and callers by itself', async () => {
    const { url, drop } = await createTestDatabase();
    const proxy = await startTcpProxy(url);
    const through = new URL(url);
    through.port = String(proxy.port);
    const options = { schema: 'kit_net', migrationsDirectory, poolMax: 2, log };
    const database = openDatabase({ ...options, url: through.href, statementTimeoutMs: 300 });
    await database.migrate();
    await database.ping();
    proxy.freeze();
    const started = performance.now();
    await expect(database.ping()).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(3_500);
    // What hung in the old connections stays lost; new ones work.
    proxy.down();
    proxy.up();
    await Promise.all([database.ping(), database.ping(), database.ping()]);
    await database.close();
    await proxy.close();
    await drop();
  });

  it('a query that was given up does not block the next one on its connection', async () => {
    const { url, drop } = await createTestDatabase();
    const proxy = await startTcpProxy(url);
    const through = new URL(url);
    through.port = String(proxy.port);
    const options = { schema: 'kit_late', migrationsDirectory, poolMax: 1, log };
    const database = openDatabase({ ...options, url: through.href, statementTimeoutMs: 100 });
    await database.migrate();
    await database.ping();
    proxy.latency(2_300); // Later than the client waits: its answer arrives during the next query.
    await expect(database.knex.raw('select 1 as n')).rejects.toThrow('Query read timeout');
    proxy.latency(0);
    const { rows } = await database.knex.raw<{ rows: { n: number }[] }>('select 2 as n');
    expect(rows).toEqual([{ n: 2 }]);
    await database.close();
    await proxy.close();
    await drop();
  });

  it('the process and the pool survive a restart of the server (reliability R7, node-postgres #2635)', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'svc-restart-'));
    await chmod(dataDir, 0o755);
    const port = await freePort();
    let server = await startEmbeddedPostgres({ dataDir, port, log, durable: false });
    const database = openDatabase({ url: server.url, schema: 'kit_restart', migrationsDirectory, log });
    await database.migrate();
    await Promise.all(Array.from({ length: 5 }, () => database.knex.raw('select pg_sleep(0.02)')));
    let stop = false;
    const outcomes = { ok: 0, failed: 0 };
    const traffic = (async () => {
      while (!stop) {
        await database.ping().then(
          () => {
            outcomes.ok += 1;
          },
          () => {
            outcomes.failed += 1;
          },
        );
        await sleep(5);
      }
    })();
    await sleep(100);
    await server.stop();
    await sleep(200);
    expect(outcomes.failed).toBeGreaterThan(0);
    server = await startEmbeddedPostgres({ dataDir, port, log, durable: false });
    const back = performance.now();
    await database.ping();
    expect(performance.now() - back).toBeLessThan(1_000);
    stop = true;
    await traffic;
    await database.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
