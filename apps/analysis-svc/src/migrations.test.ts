import { checkMigrations, type TestDatabase, testDatabase } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const migrationsDirectory = new URL('./migrations/', import.meta.url);
let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'analysis', migrationsDirectory });
});
afterAll(() => test.drop());

/** They lock a table that others use, and existed before that was forbidden. docs/operations.md "Rules for migrations", rule 2. */
const EXCEPTIONS = {
  '20261121150100_index_analyses_by_funnel': 'older than the rule',
  '20261121220200_create_delivery_attempts': 'older than the rule',
  '20261121220300_index_job_lanes': 'a table of waiting jobs only',
  '20261121220400_index_held_deliveries': 'older than the rule',
};

describe('migrations of schema analysis', () => {
  it('each down reverts exactly its up, and schema.sql is the schema that they make', async () => {
    const schema = await checkMigrations({ schema: 'analysis', migrationsDirectory, exceptions: EXCEPTIONS });
    await expect(schema).toMatchFileSnapshot('../schema.sql');
  });

  it('every column has a comment', async () => {
    const { rows } = await test.owner.raw(
      `select attrelid::regclass as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'knex_%'
         and attnum > 0 and not attisdropped and col_description(attrelid, attnum) is null`,
    );
    expect(rows).toEqual([]);
  });

  it('the hot statements are served by indexes', async () => {
    await test.owner.raw(
      `insert into analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent, email, email_key)
       select lpad(n::text, 22, '0'), 'c', 'f' || n % 100, 'v', false, '{}', false, n || '@x', n || '@x' from generate_series(1, 5000) as n`,
    );
    await test.owner.raw('analyze analyses');
    const plan = async (where: string) => {
      const { rows } = await test.owner.raw(`explain select key from analyses where ${where}`);
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan("id = 'x'")).toContain('analyses_id_key');
    expect(await plan("company_id = 'c' and email_key = 'x'")).toContain('analyses_email_idx');
    const newest = "company_id = 'c' and funnel_id = 'f7' and not is_preview order by key desc limit 10";
    expect(await plan(newest)).toContain('Index Scan Backward using analyses_funnel_idx');
  });
});
