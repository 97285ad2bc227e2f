import knexFactory from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase, testLogger } from '../../testing/test-database.js';
import { createDatabase, type Database } from './create-database.js';

const migrationsDirectory = new URL('../../testing/fixtures/migrations/', import.meta.url);
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

  it('runs every query as the application role of its schema, in its schema, with durable commits and a time limit (docs/reliability.md R0.3, R11.2)', async () => {
    expect(await settings(alpha.database)).toMatchObject({
      role: 'svc_kit_alpha_app',
      search_path: 'kit_alpha',
      statement_timeout: '10s',
      application_name: 'svc-kit_alpha',
    });
    // The test server runs without fsync for speed; a session must not switch this off by itself.
    const own = createDatabase({ url: alpha.url, schema: 'kit_alpha', migrationsDirectory, log });
    const { rows } = await own.knex.raw<{ rows: { source: string }[] }>(
      `select source from pg_settings where name = 'synchronous_commit'`,
    );
    expect(rows[0]?.source).not.toBe('client');
    await own.close();
  });

  it('cannot see the schema of another service (docs/reliability.md R9.2)', async () => {
    const beta = createDatabase({ url: alpha.url, schema: 'kit_beta', migrationsDirectory, log });
    await beta.migrate();
    await beta.knex('things').insert({ name: 'private' });
    await expect(alpha.database.knex.raw('select * from kit_beta.things')).rejects.toMatchObject({ code: '42501' });
    await expect(alpha.database.knex.raw('create table kit_beta.x ()')).rejects.toMatchObject({ code: '42501' });
    await beta.close();
  });

  it('owns nothing: its queries change rows, and no table (docs/reliability.md R9.2)', async () => {
    for (const statement of [
      'drop table things',
      'truncate things',
      'alter table things add column x text',
      'create table x ()',
    ]) {
      await expect(alpha.database.knex.raw(statement)).rejects.toMatchObject({ code: '42501' });
    }
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
    const quick = createDatabase({
      url: alpha.url,
      schema: 'kit_alpha',
      migrationsDirectory,
      statementTimeoutMs: 100,
      log,
    });
    await expect(quick.knex.raw('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    await quick.close();
  });

  it('after it could not store, it works only once it has stored, also when an attempt takes too long', async () => {
    const own = createDatabase({
      ...{ url: alpha.url, schema: 'kit_alpha', migrationsDirectory, log },
      statementTimeoutMs: 500,
    });
    const full = `do $$ begin raise exception using errcode = '53100'; end $$`;
    await expect(own.knex.raw(full)).rejects.toMatchObject({ code: '53100' });
    const admin = knexFactory({ client: 'pg', connection: alpha.url, pool: { min: 0, max: 1 } });
    await admin.raw(
      `create function public.wait() returns event_trigger language plpgsql as $$ begin perform pg_sleep(60); end $$`,
    );
    await admin.raw('create event trigger slow on ddl_command_start execute function public.wait()');
    await expect(own.ping()).rejects.toMatchObject({ code: '57014' });
    await expect(own.ping(), 'it has still not stored').rejects.toMatchObject({ code: '57014' });
    await admin.raw('drop event trigger slow');
    await own.ping();
    await admin.destroy();
    await own.close();
  });

  it('a name that would need quoting is refused before it reaches SQL', () => {
    const options = { url: alpha.url, migrationsDirectory, log };
    expect(() => createDatabase({ ...options, schema: 'x; drop table y' })).toThrow(
      "'x; drop table y' is not a schema name",
    );
  });
});
