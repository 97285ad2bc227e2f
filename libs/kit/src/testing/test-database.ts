import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import knexFactory, { type Knex } from 'knex';
import { createDatabase, type Database } from '../db/connection/create-database.js';
import { knexConfig } from '../db/connection/knex-config.js';
import { migrate } from '../db/schema/migrate.js';
import { listMigrations } from '../db/schema/migration-source.js';
import { getOwnerRole } from '../db/schema/schema-name.js';
import { createLogger, type Logger } from '../log/logger.js';
import { sha256 } from '../util/sha256.js';

const LOCK_SPACE = 0x74_65_73_74; // "test"

export interface TestDatabaseOptions {
  schema: string;
  migrationsDirectory: string | URL;
  poolMax?: number;
}

export interface TestDatabase {
  /** Connects to the whole database; the service's own settings come from `database`. */
  url: string;
  database: Database;
  /** Queries of the schema's owner, who sees the rows of every company: what a test prepares and looks at. */
  owner: Knex;
  drop(): Promise<void>;
}

/**
 * A migrated database of its own for one test file, in milliseconds: a clone of a template that the first caller of the
 * run migrates. Needs the global set-up of `@svc/kit/testing/global-setup`.
 */
export async function testDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const log = testLogger();
  const template = `tpl_${options.schema}_${await fingerprint(options)}`;
  await ensureTemplate(template, options, log);
  const { url, drop } = await createTestDatabase(template);
  const database = createDatabase({ ...options, url, log });
  const owner = connectOwner(url, options.schema);
  return {
    url,
    database,
    owner,
    async drop() {
      await database.close();
      await owner.destroy();
      await drop();
    },
  };
}

/** A pool whose queries run as the role that owns the schema. */
export function connectOwner(url: string, schema: string): Knex {
  const settings = { role: getOwnerRole(schema), search_path: schema };
  return knexFactory(knexConfig({ url, applicationName: 'svc-test', settings, poolMax: 10, log: testLogger() }));
}

/** An empty database, or a copy of `template`, and the function that removes it with all its connections. */
export async function createTestDatabase(template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withAdmin((admin) =>
    template === undefined
      ? admin.raw('create database ??', [name])
      : // Copies files instead of logging their pages: half of the cost.
        admin.raw('create database ?? template ?? strategy file_copy', [name, template]),
  );
  return {
    url: toUrl(name),
    drop: () => withAdmin(async (admin) => void (await admin.raw('drop database if exists ?? with (force)', [name]))),
  };
}

/** Log level of tests: LOG_LEVEL, or silent. */
export function testLogger(): Logger {
  return createLogger({ name: 'test', level: process.env.LOG_LEVEL ?? 'silent' });
}

/** The server of the run. */
export function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return url;
  throw new Error("TEST_DATABASE_URL is not set: add '@svc/kit/testing/global-setup' to globalSetup of vitest.");
}

/** Migrated under a name of its own and renamed when it is whole, so that an interrupted run leaves no half template. */
async function ensureTemplate(template: string, options: TestDatabaseOptions, log: Logger): Promise<void> {
  await withAdmin(async (admin) => {
    await admin.raw('select pg_advisory_lock(?, hashtext(?))', [LOCK_SPACE, template]);
    if (await admin('pg_database').where({ datname: template }).first()) return;
    const draft = `${template}_draft`;
    await admin.raw('drop database if exists ?? with (force)', [draft]);
    await admin.raw('create database ??', [draft]);
    await migrate({ ...options, url: toUrl(draft), log });
    await admin.raw('alter database ?? rename to ??', [draft, template]);
  });
}

/** Changes with the migrations, so that an outside server of TEST_DATABASE_URL never serves an old template. */
async function fingerprint(options: TestDatabaseOptions): Promise<string> {
  const files = await listMigrations(options.migrationsDirectory);
  const texts = await Promise.all(
    files.map(async ({ name, url }) => name + (await readFile(fileURLToPath(url), 'utf8'))),
  );
  return sha256(texts.join('\0')).toString('hex').slice(0, 12);
}

function toUrl(database: string): string {
  const url = new URL(testServerUrl());
  url.pathname = `/${database}`;
  return url.href;
}

async function withAdmin<T>(task: (admin: Knex) => PromiseLike<T>): Promise<T> {
  const admin = knexFactory(
    knexConfig({
      url: testServerUrl(),
      applicationName: 'svc-test',
      settings: {},
      poolMin: 1,
      poolMax: 1,
      log: testLogger(),
    }),
  );
  try {
    return await task(admin);
  } finally {
    await admin.destroy();
  }
}
