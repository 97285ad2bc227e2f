import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase, testLogger } from '../../testing/test-database.js';
import { createDatabase, type Database } from '../connection/create-database.js';
import { runPrepared } from './run-prepared.js';

const migrationsDirectory = new URL('../../testing/fixtures/migrations/', import.meta.url);
const INSERT = { name: 'insert-thing', text: 'insert into things (name) values ($1)' };
const FIND = { name: 'find-things', text: 'select name from things where name like $1 order by name' };

describe('a prepared statement', () => {
  let things: TestDatabase;
  /** One connection, so that a statement which kept it would block the next. */
  let single: Database;
  beforeAll(async () => {
    things = await testDatabase({ schema: 'kit_alpha', migrationsDirectory });
    single = createDatabase({
      url: things.url,
      schema: 'kit_alpha',
      migrationsDirectory,
      poolMax: 1,
      log: testLogger(),
    });
  });
  afterAll(async () => {
    await single.close();
    await things.drop();
  });

  it('answers with its rows, or with the number of rows that it wrote', async () => {
    expect((await runPrepared(single.knex, INSERT, ['a-1'])).rowCount).toBe(1);
    expect((await runPrepared(single.knex, INSERT, ['a-2'])).rowCount).toBe(1);
    expect((await runPrepared<{ name: string }>(single.knex, FIND, ['a-%'])).rows).toEqual([
      { name: 'a-1' },
      { name: 'a-2' },
    ]);
  });

  it('is planned once per connection, however often it runs', async () => {
    for (let round = 0; round < 3; round += 1) await runPrepared(single.knex, FIND, ['none']);
    const { rows } = await single.knex.raw<{ rows: { count: string }[] }>(
      `select count(*) from pg_prepared_statements where name = 'find-things'`,
    );
    expect(rows[0]?.count).toBe('1');
  });

  it('gives its connection back, also when it fails, and its message names no bound value', async () => {
    await runPrepared(single.knex, INSERT, ['a@b.c']);
    for (let round = 0; round < 3; round += 1) {
      const failure: unknown = await runPrepared(single.knex, INSERT, ['a@b.c']).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: '23505' });
      expect((failure as Error).message).not.toContain('a@b.c');
    }
    expect((await runPrepared(single.knex, FIND, ['a@b.c'])).rows).toHaveLength(1);
  });
});
