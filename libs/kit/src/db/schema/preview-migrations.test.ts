import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeMigrations, runMigrate } from '../../config/run-command.js';
import { createLogger } from '../../log/logger.js';
import { connectOwner, createTestDatabase, testLogger } from '../../testing/test-database.js';
import { createDatabase } from '../connection/create-database.js';

const FIRST = '20260101000000_create_things';
const SECOND = '20260201000000_add_size';
const THIRD = '20260301000000_grant';

const MIGRATIONS = {
  [FIRST]: `await knex.schema.createTable('things', (table) => table.text('name'));`,
  [SECOND]: `
    if (!(await knex.schema.hasColumn('things', 'size'))) await knex.raw('alter table things add column size int');
    await knex('things').insert({ name: "it's", size: 3 });`,
  // Reads what decides the statement, and what only an earlier migration makes.
  [THIRD]: `
    const { rows } = await knex.raw("select current_user || '_app' as app");
    await knex.raw('grant select on things to ??', [rows[0].app]);`,
};

/** Several releases of one schema: each has the migrations of the one before and one more. */
describe('releases of one schema', () => {
  const releases: string[] = [];
  let url: string;
  let drop: () => Promise<void>;
  const schema = 'kit_releases';
  const log = testLogger();
  const lines: { level: string; msg: string; migrations?: unknown }[] = [];
  const noted = createLogger({ name: 'test' }, { write: (text) => void lines.push(JSON.parse(text)) });
  const release = (index: number) => ({ schema, migrationsDirectory: releases[index] as string });
  const dryRun = (index: number) => describeMigrations({ url, database: release(index), log });
  const serve = (index: number) => createDatabase({ url, ...release(index), log });

  beforeAll(async () => {
    const names = Object.keys(MIGRATIONS) as (keyof typeof MIGRATIONS)[];
    for (let count = 1; count <= names.length; count += 1) {
      const folder = await mkdtemp(join(tmpdir(), 'svc-release-'));
      releases.push(folder);
      for (const name of names.slice(0, count)) {
        const code = `export const up = async (knex) => { ${MIGRATIONS[name]} };\nexport const down = () => {};\n`;
        await writeFile(join(folder, `${name}.mjs`), code);
      }
    }
    ({ url, drop } = await createTestDatabase());
  });
  afterAll(async () => {
    await drop();
    await Promise.all(releases.map((folder) => rm(folder, { recursive: true })));
  });

  it('a dry run on an empty database lists roles, schema and every statement, and leaves it empty', async () => {
    const text = await dryRun(2);
    expect(text).toContain(`create role "svc_${schema}" nologin;`);
    expect(text).toContain(`-- ${FIRST}\ncreate table "things" ("name" text);`);
    expect(text).toContain('alter table things add column size int;');
    expect(text).toContain(`insert into "things" ("name", "size") values ('it''s', 3);`);
    expect(text).toContain(`grant select on things to "svc_${schema}_app";`);
    const owner = connectOwner(url, schema);
    await expect(owner.raw('select 1')).rejects.toThrow(`role "svc_${schema}" does not exist`);
    await owner.destroy();
  });

  it('migrate lists what it does, and has nothing to do afterwards', async () => {
    await runMigrate({ url, database: release(0), log: noted });
    expect(lines.splice(0)).toMatchObject([
      { level: 'info', msg: 'migrated', migrations: [FIRST] },
      { level: 'info', msg: 'all migrations have run' },
    ]);
    await runMigrate({ url, database: release(0), log: noted });
    expect(lines.splice(0)).toMatchObject([{ msg: 'nothing to migrate' }]);
    expect(await dryRun(0)).toBe(`-- schema ${schema}: nothing to migrate\n`);
  });

  it('a dry run lists what has not run only, and changes nothing', async () => {
    const text = await dryRun(1);
    expect(text).toContain('add column size');
    expect(text).not.toMatch(/create role|create table/);
    expect(await dryRun(1)).toBe(text);
  });

  it('a process with MIGRATE=false is behind until the migrations of its release have run', async () => {
    const newer = serve(1);
    await expect(newer.checkMigrations()).rejects.toMatchObject({ missing: [SECOND] });
    await runMigrate({ url, database: release(2), log });
    await newer.checkMigrations();
    await newer.close();
  });

  it('an older release runs on a newer schema: it migrates nothing, starts, and migrate succeeds with a notice', async () => {
    const older = serve(0);
    await older.checkMigrations();
    await older.migrate();
    expect(await older.knex('things').pluck('name')).toEqual(["it's"]);
    await older.close();
    await runMigrate({ url, database: release(0), log: noted });
    expect(lines.splice(0)).toMatchObject([
      { level: 'warn', msg: expect.stringContaining('newer than this release'), migrations: [SECOND, THIRD] },
      { msg: 'nothing to migrate' },
    ]);
  });

  it('a migration waits for a table that a transaction locks, in attempts of a second, and then runs', async () => {
    const owner = connectOwner(url, schema);
    await owner('knex_migrations').where('name', '>', FIRST).delete();
    await owner.raw('alter table things drop column size');
    const trx = await owner.transaction();
    await trx('things').select();
    const migrating = runMigrate({ url, database: release(2), log: noted });
    await expect.poll(() => lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('a table is locked'));
    // What others do meanwhile does not wait for longer than that second.
    expect(await owner('things').count()).toEqual([{ count: '1' }]);
    await trx.commit();
    await migrating;
    expect(lines.map(({ msg }) => msg)).toContain('all migrations have run');
    await owner.destroy();
  });
});
