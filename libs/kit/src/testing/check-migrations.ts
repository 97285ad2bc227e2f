import type { Knex } from 'knex';
import { createDatabase, type DatabaseOptions } from '../db/connection/create-database.js';
import { migrate, withMigrationLock } from '../db/schema/migrate.js';
import { listMigrations, type MigrationFile } from '../db/schema/migration-source.js';
import { answerIn, recordMigration } from '../db/schema/preview-migrations.js';
import { findLockingStatements } from './find-locking-statements.js';
import { renderSchema } from './render-schema.js';
import { createTestDatabase, testLogger } from './test-database.js';

/** Everything a migration can change, one line each, sorted: columns, constraints, indexes, types, functions … */
export type SchemaDump = readonly string[];

/**
 * Proves a service's migrations: from nothing up step by step, down step by step, and up again, comparing the schema
 * after each step: `down` undoes exactly what `up` did. No statement may hold a strong lock for long or break the release before.
 * @param options.exceptions - migrations that may do that, by name, with the reason.
 * @returns the whole schema as SQL to read, for `schema.sql` of the service.
 * @throws Error that names the migration and the lines that differ.
 */
export async function checkMigrations(options: {
  schema: string;
  migrationsDirectory: string | URL;
  exceptions?: Readonly<Record<string, string>> | undefined;
}): Promise<string> {
  const migrations = await listMigrations(options.migrationsDirectory);
  if (migrations.length === 0) throw new Error(`There are no migrations in ${String(options.migrationsDirectory)}.`);
  const { url, drop } = await createTestDatabase();
  const database = { ...options, url, log: testLogger() };
  try {
    const schema = await withMigrationLock(database, async (knex) => {
      const problems: string[] = [];
      const dumps: SchemaDump[] = [await dumpSchema(knex, options.schema)];
      for (const migration of migrations) {
        problems.push(...(await findLockProblems(knex, migration, options.exceptions?.[migration.name] !== undefined)));
        await knex.migrate.up();
        dumps.push(await dumpSchema(knex, options.schema));
      }
      for (let index = migrations.length - 1; index >= 0; index -= 1) {
        await knex.migrate.down();
        compare(dumps[index], await dumpSchema(knex, options.schema), `down of ${migrations[index]?.name}`);
      }
      await knex.migrate.latest();
      compare(dumps.at(-1), await dumpSchema(knex, options.schema), 'up again after down');
      if (problems.length > 0) throw new Error(`Migrations:\n${problems.join('\n')}`);
      return renderSchema(knex, options.schema);
    });
    await checkReadiness(database);
    return schema;
  } finally {
    await drop();
  }
}

/** A process that may not migrate must see that it can start: also where its role may only read a table. */
async function checkReadiness(options: DatabaseOptions): Promise<void> {
  await migrate(options);
  const database = createDatabase(options);
  try {
    await database.checkMigrations();
  } finally {
    await database.close();
  }
}

/** docs/operations.md "Rules for migrations", rule 2. */
async function findLockProblems(knex: Knex, migration: MigrationFile, isException: boolean): Promise<string[]> {
  const { name } = migration;
  const trx = await knex.transaction();
  const statements = await recordMigration(migration, answerIn(trx)).finally(() => trx.rollback());
  const problems = findLockingStatements(statements);
  if (!isException) return problems.map((problem) => `${name}: ${problem}`);
  return problems.length === 0 ? [`${name} needs no exception: remove it`] : [];
}

function compare(expected: SchemaDump | undefined, actual: SchemaDump, step: string): void {
  const before = new Set(expected);
  const after = new Set(actual);
  const lost = [...before].filter((line) => !after.has(line)).map((line) => `- ${line}`);
  const left = actual.filter((line) => !before.has(line)).map((line) => `+ ${line}`);
  if (lost.length + left.length > 0) throw new Error(`Migrations, ${step}:\n${[...lost, ...left].join('\n')}`);
}

/** The schema without Knex's own tables. */
export async function dumpSchema(knex: Knex, schema: string): Promise<SchemaDump> {
  const lines: string[] = [];
  for (const query of DUMP_QUERIES) {
    const { rows } = await knex.raw<{ rows: { line: string }[] }>(query, { schema });
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.filter((line) => !line.includes('knex_migrations')).sort();
}

const DUMP_QUERIES = [
  `select format('column %s.%s %s nullable=%s default=%s generated=%s', table_name, column_name,
          coalesce(domain_name, udt_name) || coalesce('(' || character_maximum_length || ')', ''),
          is_nullable, column_default, generation_expression) as line
     from information_schema.columns where table_schema = :schema`,
  `select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid)) as line
     from pg_constraint where connamespace = to_regnamespace(:schema) and contype <> 'n'`,
  `select format('index %s', indexdef) as line from pg_indexes where schemaname = :schema`,
  `select format('%s %s of kind %s', 'relation', relname, relkind) as line
     from pg_class where relnamespace = to_regnamespace(:schema) and relkind in ('r', 'v', 'm', 'S', 'p')`,
  `select format('row security of %s: %s, forced: %s', relname, relrowsecurity, relforcerowsecurity) as line
     from pg_class where relnamespace = to_regnamespace(:schema) and relkind in ('r', 'p')`,
  `select format('type %s: %s', t.typname, (select string_agg(enumlabel, ',' order by enumsortorder)
          from pg_enum where enumtypid = t.oid)) as line
     from pg_type t where t.typnamespace = to_regnamespace(:schema) and t.typtype in ('e', 'd')`,
  `select format('function %s(%s): %s', proname, pg_get_function_identity_arguments(oid), md5(prosrc)) as line
     from pg_proc where pronamespace = to_regnamespace(:schema)`,
  `select format('trigger %s', pg_get_triggerdef(t.oid)) as line
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = to_regnamespace(:schema) and not t.tgisinternal`,
  `select format('view %s: %s', viewname, definition) as line from pg_views where schemaname = :schema`,
  `select format('policy %s on %s to %s %s %s %s', policyname, tablename, roles, cmd, qual, with_check) as line
     from pg_policies where schemaname = :schema`,
];
