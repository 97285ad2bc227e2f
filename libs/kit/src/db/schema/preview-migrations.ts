import knexFactory, { type Knex } from 'knex';
import { knexConfig, toDirect } from '../connection/knex-config.js';
import { ensureSchema } from './ensure-schema.js';
import type { MigrateOptions } from './migrate.js';
import { listMigrations, type MigrationFile } from './migration-source.js';
import { type AnswerRead, recordStatements } from './record-statements.js';
import { getOwnerRole, schemaName } from './schema-name.js';

/** What one migration would do. */
export interface MigrationPreview {
  name: string;
  statements: readonly string[];
}

/**
 * The SQL of the migrations that have not run. Changes nothing and locks no table: one transaction that is rolled back creates roles
 * and schema, if they are missing, and answers what migrations read.
 * @throws DatabaseSetupError that names the statements an administrator must run first.
 */
export async function previewMigrations(options: MigrateOptions): Promise<MigrationPreview[]> {
  const schema = schemaName(options.schema);
  const { url, session, log } = toDirect(options);
  const admin = knexFactory(
    knexConfig({ url, session, applicationName: `svc-${schema}-preview`, settings: {}, poolMax: 1, log }),
  );
  const previews: MigrationPreview[] = [];
  try {
    const trx = await admin.transaction();
    try {
      const preparing = await prepare(trx, schema);
      if (preparing.length > 0) previews.push({ name: 'roles and schema', statements: preparing });
      for (const migration of await listPending(trx, options.migrationsDirectory)) {
        previews.push({ name: migration.name, statements: await recordMigration(migration, answerIn(trx)) });
      }
    } finally {
      await trx.rollback();
    }
  } finally {
    await admin.destroy();
  }
  return previews;
}

/** The SQL of one migration. */
export async function recordMigration({ url }: MigrationFile, answer: AnswerRead): Promise<string[]> {
  const migration = (await import(url)) as Knex.Migration;
  return recordStatements(async (knex) => migration.up(knex), answer);
}

/** Lets the transaction see what a migration sees. @returns what had to be created for that. */
async function prepare(trx: Knex.Transaction, schema: string): Promise<string[]> {
  const created: string[] = [];
  const note = ({ sql }: { sql: string }) => {
    if (/^(create|grant)\b/i.test(sql)) created.push(sql);
  };
  trx.on('query', note);
  await ensureSchema(trx, schema);
  trx.off('query', note);
  await trx.raw('set local role ??', [getOwnerRole(schema)]);
  await trx.raw('set local search_path = ??', [schema]);
  return created;
}

async function listPending(trx: Knex.Transaction, directory: string | URL): Promise<MigrationFile[]> {
  const { rows } = await trx.raw<{ rows: { exists: boolean }[] }>(
    `select to_regclass('knex_migrations') is not null as exists`,
  );
  const done = new Set(rows[0]?.exists ? await trx('knex_migrations').pluck<string[]>('name') : []);
  return (await listMigrations(directory)).filter(({ name }) => !done.has(name));
}

/** Answers reads in a transaction, which survives those that fail because an earlier migration has not run, and lets them change nothing. */
export function answerIn(trx: Knex.Transaction): AnswerRead {
  return async (sql, bindings) => {
    const attempt = await trx.transaction();
    try {
      await attempt.raw('set transaction read only');
      const { rows } = await attempt.raw<{ rows: unknown[] }>(sql.replace(/\$\d+/g, '?'), [...bindings] as never[]);
      return rows;
    } catch {
      return undefined;
    } finally {
      await attempt.rollback();
    }
  };
}
