import knexFactory from 'knex';
import { describe, expect, it } from 'vitest';
import { connectOwner, createTestDatabase, testLogger } from '../../testing/test-database.js';
import { createDatabase } from '../connection/create-database.js';
import { migrate, withMigrationLock } from './migrate.js';
import { migrationSource } from './migration-source.js';

const migrationsDirectory = new URL('../../testing/fixtures/migrations/', import.meta.url);
const log = testLogger();

describe('migrate', () => {
  it('six replicas that start simultaneously on an empty database migrate it once, and none fails', async () => {
    const { url, drop } = await createTestDatabase();
    const replicas = Array.from({ length: 6 }, () =>
      createDatabase({ url, schema: 'kit_many', migrationsDirectory, poolMax: 2, log }),
    );
    await Promise.all(replicas.map((replica) => replica.migrate()));
    expect(await replicas[0]?.knex('knex_migrations').pluck('name')).toEqual([
      '20260101000000_create_things',
      '20260102000000_name_things_once',
    ]);
    await Promise.all(replicas.map((replica) => replica.close()));
    await drop();
  });

  it('refuses a database of another encoding than UTF8, and says how to create one (docs/operations.md "Migrations and upgrades")', async () => {
    const { url, drop } = await createTestDatabase();
    const other = new URL(url);
    other.pathname += '_ascii';
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    const name = other.pathname.slice(1);
    await admin.raw("create database ?? encoding 'SQL_ASCII' locale 'C' template template0", [name]);
    const migrated = migrate({ url: other.href, schema: 'kit_ascii', migrationsDirectory, log });
    await expect(migrated).rejects.toThrow('The database has the encoding SQL_ASCII; it must be UTF8.');
    await admin.raw('drop database ?? with (force)', [name]);
    await admin.destroy();
    await drop();
  });

  it('partitions that the service may reach by their table only neither keep it from starting nor are granted to it', async () => {
    const { url, drop } = await createTestDatabase();
    const schema = 'kit_parts';
    const database = createDatabase({ url, schema, migrationsDirectory, log });
    await database.migrate();
    const owner = connectOwner(url, schema);
    await owner.raw('create table visits (day date) partition by range (day)');
    await owner.raw(`create table visits_2026 partition of visits for values from ('2026-01-01') to ('2027-01-01')`);
    await owner.raw('revoke all on visits_2026 from ??', [`svc_${schema}_app`]);
    await database.checkMigrations();
    await migrate({ url, schema, migrationsDirectory, log });
    await database.knex('visits').insert({ day: '2026-03-01' });
    await expect(database.knex('visits_2026').select()).rejects.toThrow('permission denied');
    await Promise.all([database.close(), owner.destroy()]);
    await drop();
  });

  it('several databases of one server create the shared role simultaneously without an error', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase()));
    const schema = `kit_r${Math.random().toString(36).slice(2, 8)}`;
    const databases = made.map(({ url }) => createDatabase({ url, schema, migrationsDirectory, log }));
    await Promise.all(databases.map((database) => database.migrate()));
    await Promise.all(databases.map((database) => database.ping()));
    await Promise.all(databases.map((database) => database.close()));
    await Promise.all(made.map(({ drop }) => drop()));
  });

  it('with nothing to do it takes one query: no lock, no connection of the login role', async () => {
    const { url, drop } = await createTestDatabase();
    const database = createDatabase({ url, schema: 'kit_done', migrationsDirectory, log });
    await database.migrate();
    const seen: string[] = [];
    database.knex.on('query', ({ sql }: { sql: string }) => seen.push(sql));
    // A process that holds the lock does not keep a replica from starting.
    await withMigrationLock({ url, schema: 'kit_done', migrationsDirectory, log }, () => database.migrate());
    expect(seen).toHaveLength(1);
    await database.close();
    await drop();
  });

  it('lasts longer than the limits that the database has for statements and idle sessions', async () => {
    const { url, drop } = await createTestDatabase();
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    const name = new URL(url).pathname.slice(1);
    await admin.raw("alter database ?? set statement_timeout = '200ms'", [name]);
    await admin.raw("alter database ?? set idle_session_timeout = '200ms'", [name]);
    const options = { url, schema: 'kit_limits', migrationsDirectory, log };
    const seen: string[] = [];
    const replica = async (name: string) =>
      withMigrationLock(options, async (knex) => {
        seen.push(`${name} begins`);
        await knex.raw('select pg_sleep(0.5)');
        await knex.raw('select 1');
        seen.push(`${name} ends`);
      });
    await Promise.all([replica('one'), replica('two')]);
    expect(seen.map((line) => line.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
    await admin.destroy();
    await drop();
  });

  it('continues after a migration that was killed and left Knex’s lock set', async () => {
    const { url, drop } = await createTestDatabase();
    const database = createDatabase({ url, schema: 'kit_lock', migrationsDirectory, log });
    await database.migrate();
    const owner = connectOwner(url, 'kit_lock');
    await owner('knex_migrations_lock').update({ is_locked: 1 });
    await owner.raw('drop table things');
    await owner('knex_migrations').delete();
    await owner.destroy();
    await database.migrate();
    await database.close();
    await drop();
  });

  it('the error for a login role without rights lists the statements that an administrator must run; afterwards the role works', async () => {
    const { url, drop } = await createTestDatabase();
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    const login = `login_${Math.random().toString(36).slice(2, 10)}`;
    const schema = `kit_${login}`;
    await admin.raw(`create role ${login} login password 'x'`);
    const limited = new URL(url);
    limited.username = login;
    limited.password = 'x';
    const database = createDatabase({ url: limited.href, schema, migrationsDirectory, log });
    const message = await database.migrate().then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain(
      `which may not create them. As an administrator run: create role "svc_${schema}" nologin;`,
    );
    await admin.raw(message.slice(message.indexOf('run: ') + 5));
    await database.migrate();
    await database.knex('things').insert({ name: 'works' });
    await database.close();
    await admin.destroy();
    await drop();
  });

  it('a database of the release before, with one role, keeps its data and gets the application role', async () => {
    const { url, drop } = await createTestDatabase();
    const admin = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
    const login = `login_${Math.random().toString(36).slice(2, 10)}`;
    const schema = `kit_${login}`;
    // What the release before left: its login, which may not create roles, and one role that owns schema and tables.
    await admin.raw(`create role ${login} login password 'x'`);
    await admin.raw(`create role svc_${schema} nologin; grant svc_${schema} to ${login}`);
    await admin.raw(`create schema ${schema} authorization svc_${schema}`);
    const before = connectOwner(url, schema);
    await before.migrate.latest({ migrationSource: migrationSource(migrationsDirectory) });
    await before('things').insert({ name: 'kept' });

    const limited = new URL(url);
    limited.username = login;
    limited.password = 'x';
    const database = createDatabase({ url: limited.href, schema, migrationsDirectory, log });
    const role = `"svc_${schema}_app"`;
    await expect(database.migrate()).rejects.toThrow(`run: create role ${role} nologin; grant ${role} to "${login}";`);
    await admin.raw(`create role ${role} nologin; grant ${role} to ${login}`);
    await database.migrate();
    expect(await database.knex('things').pluck('name')).toEqual(['kept']);
    // A replica of the release before still runs as the owner while the others are replaced.
    await before('things').insert({ name: 'of the release before' });
    expect(await database.knex('things').pluck('name')).toEqual(['kept', 'of the release before']);
    await Promise.all([database.close(), before.destroy(), admin.destroy()]);
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
    const database = createDatabase({ url: limited.href, schema: `kit_${login}`, migrationsDirectory, log });
    await database.migrate();
    await database.knex('things').insert({ name: 'works' });
    await database.close();
    await drop();
  });
});
