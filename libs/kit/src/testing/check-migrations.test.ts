import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { listMigrations } from '../db/schema/migration-source.js';
import { checkMigrations } from './check-migrations.js';

const fixtures = new URL('./fixtures/migrations/', import.meta.url);
const OF_FIXTURES = { '20260102000000_name_things_once': 'shows an exception' };
const folders: string[] = [];

/** The fixture migrations and one more. */
async function folderWith(up: string, down: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-migrations-'));
  folders.push(folder);
  const text = `export const up = (knex) => knex.raw(${JSON.stringify(up)});\nexport const down = (knex) => knex.raw(${JSON.stringify(down)});\n`;
  await cp(fileURLToPath(fixtures), folder, { recursive: true });
  await writeFile(join(folder, '20260103000000_more.mjs'), text);
  return folder;
}

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

describe('checkMigrations', () => {
  it('accepts migrations whose down undoes their up', async () => {
    await checkMigrations({ schema: 'kit_check', migrationsDirectory: fixtures, exceptions: OF_FIXTURES });
  });

  it.each([
    ['a column that stays', 'alter table things add column size int', 'select 1', '+ column things.size'],
    ['an index that stays', 'create index things_idx on things (name)', 'select 1', '+ index CREATE INDEX things_idx'],
    [
      'a default that is lost',
      "alter table things alter name set default 'x'",
      "alter table things alter name set default 'y'",
      "default='y'",
    ],
    ['a table that up never made', 'select 1', 'drop table things', '- column things.name'],
    ['a type that stays', "create type size as enum ('s')", 'select 1', '+ type size'],
  ])('names %s', async (_, up, down, line) => {
    const migrationsDirectory = await folderWith(up, down);
    const message = await checkMigrations({ schema: 'kit_check', migrationsDirectory }).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain('down of 20260103000000_more');
    expect(message).toContain(line);
  });

  it('refuses a statement that locks a table that others use, unless an exception names the migration; unused exceptions too (docs/operations.md "Rules for migrations")', async () => {
    const migrationsDirectory = await folderWith('create index things_idx on things (name)', 'drop index things_idx');
    const check = (exceptions?: Record<string, string>) =>
      checkMigrations({
        schema: 'kit_check',
        migrationsDirectory,
        exceptions: { ...OF_FIXTURES, ...exceptions },
      });
    await expect(check()).rejects.toThrow('20260103000000_more: create index things_idx on things (name): use create');
    await check({ '20260103000000_more': 'a small table' });
    const unused = { '20260103000000_more': 'a small table', '20260101000000_create_things': 'new' };
    await expect(check(unused)).rejects.toThrow('20260101000000_create_things needs no exception');
  });

  it('refuses a folder without migrations, so that a wrong path is not taken for a good service', async () => {
    await expect(checkMigrations({ schema: 'kit_check', migrationsDirectory: tmpdir() })).rejects.toThrow(
      'no migrations',
    );
  });
});

describe('listMigrations', () => {
  it('takes .ts and .js, oldest first, under the same name; never declarations, maps or tests', async () => {
    const folder = await folderWith('select 1', 'select 1');
    for (const name of ['20260104000000_a.d.ts', '20260104000000_a.js.map', '20260104000000_a.test.ts', 'readme.md']) {
      await writeFile(join(folder, name), '');
    }
    await writeFile(join(folder, '20250101000000_first.js'), '');
    expect((await listMigrations(folder)).map(({ name }) => name)).toEqual([
      '20250101000000_first',
      '20260101000000_create_things',
      '20260102000000_name_things_once',
      '20260103000000_more',
    ]);
  });
});
