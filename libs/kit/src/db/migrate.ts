import knexFactory, { type Knex } from 'knex';
import type { Logger } from '../log/logger.js';
import { DatabaseSetupError, toDatabaseProblem } from './database-error.js';
import { ensureSchema } from './ensure-schema.js';
import { knexConfig } from './knex-config.js';
import { listMigrations, migrationSource } from './migration-source.js';
import { getAppRole, getOwnerRole, schemaName } from './schema-name.js';

export interface MigrateOptions {
  url: string;
  schema: string;
  migrationsDirectory: string | URL;
  log: Logger;
}

/** First key of our advisory locks ("svc" in ASCII); the second is the hash of the schema name. */
const LOCK_SPACE = 0x73_76_63;

/**
 * Whether the migrations of a folder, and no others, have run and the application role has got its rights, which comes after
 * them. One query, which a start with nothing to do needs instead of two connections and a lock. False also when that cannot be
 * seen: `migrate` then finds out why.
 * @param knex - of the service's application role and schema.
 */
export async function isMigrated(knex: Knex, directory: string | URL): Promise<boolean> {
  try {
    const [wanted, { rows }] = await Promise.all([
      listMigrations(directory),
      knex.raw<{ rows: { names: string[]; closed: boolean }[] }>(
        `select array(select name::text from knex_migrations) as names,
                exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
                           and not has_table_privilege(oid, 'delete')) as closed`,
      ),
    ]);
    const { names, closed } = rows[0] as { names: string[]; closed: boolean };
    const done = new Set(names);
    return !closed && done.size === wanted.length && wanted.every(({ name }) => done.has(name));
  } catch {
    return false;
  }
}

/**
 * Checks, for a process that may not migrate, that all migrations of the folder have run; newer ones may have run too.
 * @throws DatabaseSetupError when some have not; otherwise the error of the query.
 */
export async function checkMigrations(knex: Knex, directory: string | URL): Promise<void> {
  const wanted = await listMigrations(directory);
  const done = await knex('knex_migrations')
    .pluck<string[]>('name')
    .catch((cause: unknown) => {
      if (toDatabaseProblem(cause)) throw cause;
      throw new DatabaseSetupError('The schema is not there yet. Run its migrations, or set MIGRATE=true.', { cause });
    });
  const missing = wanted.map(({ name }) => name).filter((name) => !done.includes(name));
  if (missing.length === 0) return;
  throw new DatabaseSetupError(`Migrations have not run: ${missing.join(', ')}. Run them, or set MIGRATE=true.`);
}

/** Brings the schema to the newest migration, creating it first if needed. Replicas wait for each other. */
export async function migrate(options: MigrateOptions): Promise<void> {
  await withMigrationLock(options, async (knex) => {
    const [, names] = (await knex.migrate.latest()) as [number, string[]];
    await grantRows(knex, schemaName(options.schema));
    if (names.length > 0) options.log.info({ schema: options.schema, migrations: names }, 'migrated');
  });
}

/**
 * Runs `task` with a Knex whose queries run as the schema's owner and whose `migrate` knows the migrations, while no
 * other process does the same. Roles and schema exist by then.
 */
export async function withMigrationLock<T>(options: MigrateOptions, task: (knex: Knex) => Promise<T>): Promise<T> {
  const schema = schemaName(options.schema);
  const { url, log } = options;
  const applicationName = `svc-${schema}-migrate`;
  // One connection that is never idle-reaped: the advisory lock lives in its session, and ends with it if we die.
  const admin = knexFactory(knexConfig({ url, applicationName, settings: {}, poolMin: 1, poolMax: 1, log }));
  const knex = knexFactory({
    ...knexConfig({
      url,
      applicationName,
      settings: { role: getOwnerRole(schema), search_path: schema },
      poolMax: 2,
      log,
    }),
    migrations: { migrationSource: migrationSource(options.migrationsDirectory) },
  });
  try {
    await admin.raw('select pg_advisory_lock(?, hashtext(?))', [LOCK_SPACE, schema]);
    await ensureSchema(admin, schema);
    // Knex has a lock of its own in a table, which a killed migration never releases. The advisory lock is the one that counts.
    if (await knex.schema.hasTable('knex_migrations_lock')) await knex.migrate.forceFreeMigrationsLock();
    return await task(knex);
  } finally {
    await knex.destroy();
    await admin.destroy();
  }
}

/** Lets the application role read and write the rows of all tables, also of later ones, which is all that it may do. */
async function grantRows(owner: Knex, schema: string): Promise<void> {
  const role = getAppRole(schema);
  const rights = 'select, insert, update, delete';
  await owner.raw('grant usage on schema ?? to ??', [schema, role]);
  await owner.raw('grant usage on all sequences in schema ?? to ??', [schema, role]);
  await owner.raw(`alter default privileges in schema ?? grant ${rights} on tables to ??`, [schema, role]);
  // Not views: the migration that makes one states what may be done with it.
  const { rows } = await owner.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relnamespace = ?::regnamespace and relkind in ('r', 'p')`,
    [schema],
  );
  for (const { name } of rows) await owner.raw(`grant ${rights} on ?? to ??`, [name, role]);
}
