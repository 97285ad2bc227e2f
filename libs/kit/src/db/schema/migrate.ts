import { setTimeout as sleep } from 'node:timers/promises';
import knexFactory, { type Knex } from 'knex';
import type { Logger } from '../../log/logger.js';
import { knexConfig, type SessionSetup, toDirect } from '../connection/knex-config.js';
import { ensureSchema } from './ensure-schema.js';
import { LOCK_TIMEOUT_MS } from './lock-timeout.js';
import { migrationSource } from './migration-source.js';
import { getAppRole, getOwnerRole, schemaName } from './schema-name.js';
import { loadSchemaState } from './schema-state.js';

export interface MigrateOptions {
  url: string;
  session?: SessionSetup | undefined;
  /** Of the server itself, past a pooler in transaction mode. */
  directUrl?: string | undefined;
  schema: string;
  migrationsDirectory: string | URL;
  log: Logger;
}

/** First key of our advisory locks ("svc" in ASCII); the second is the hash of the schema name. */
const LOCK_SPACE = 0x73_76_63;

/** Between two attempts to take the lock, in milliseconds. */
const LOCK_PAUSE_MS = 100;

/** Limits that an administrator may have given the database or the role, for other work: an index may take longer than any of them. */
const NO_LIMITS = { statement_timeout: '0', idle_session_timeout: '0' };

export interface MigrateResult {
  /** Migrations that ran now. */
  ran: readonly string[];
  /** Migrations of a newer release, which ran before and stay. */
  newer: readonly string[];
}

/**
 * Brings the schema to the newest migration, creating it first if needed. Replicas wait for each other. A schema of a newer release
 * stays as it is. docs/operations.md "Migrations and upgrades".
 */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  return withMigrationLock(options, async (knex) => {
    const [, ran] = (await knex.migrate.latest()) as [number, string[]];
    await grantRows(knex, schemaName(options.schema));
    if (ran.length > 0) options.log.info({ schema: options.schema, migrations: ran }, 'migrated');
    return { ran, newer: (await loadSchemaState(knex, options.migrationsDirectory)).newer };
  });
}

/**
 * Runs `task` with a Knex whose queries run as the schema's owner and whose `migrate` knows the migrations, while no
 * other process does the same. Roles and schema exist by then.
 */
export async function withMigrationLock<T>(options: MigrateOptions, task: (knex: Knex) => Promise<T>): Promise<T> {
  const schema = schemaName(options.schema);
  const { url, session, log } = toDirect(options);
  const applicationName = `svc-${schema}-migrate`;
  // One connection that is never idle-reaped: the advisory lock lives in its session, and ends with it if we die.
  const admin = knexFactory(
    knexConfig({ url, session, applicationName, settings: NO_LIMITS, poolMin: 1, poolMax: 1, log }),
  );
  const knex = knexFactory({
    ...knexConfig({
      url,
      session,
      applicationName,
      settings: {
        ...NO_LIMITS,
        role: getOwnerRole(schema),
        search_path: schema,
        lock_timeout: String(LOCK_TIMEOUT_MS),
      },
      poolMax: 2,
      log,
    }),
    // Otherwise Knex takes the migrations of a newer release for a mistake.
    migrations: {
      migrationSource: migrationSource(options.migrationsDirectory),
      disableMigrationsListValidation: true,
    },
  });
  try {
    await takeLock(admin, schema);
    await checkEncoding(admin);
    await ensureSchema(admin, schema);
    // Knex has a lock of its own in a table, which a killed migration never releases. The advisory lock is the one that counts.
    if (await knex.schema.hasTable('knex_migrations_lock')) await knex.migrate.forceFreeMigrationsLock();
    return await task(knex);
  } finally {
    await knex.destroy();
    await admin.destroy();
  }
}

/**
 * Asks again and again: a statement that waits for the lock has a snapshot, and the process that has the lock would wait for its end
 * where it creates an index.
 */
async function takeLock(admin: Knex, schema: string): Promise<void> {
  const sql = 'select pg_try_advisory_lock(?, hashtext(?)) as locked';
  for (;;) {
    const { rows } = await admin.raw<{ rows: { locked: boolean }[] }>(sql, [LOCK_SPACE, schema]);
    if (rows[0]?.locked) return;
    await sleep(LOCK_PAUSE_MS);
  }
}

/** Any other encoding refuses texts of shoppers and catalogs, but only once one of them arrives. */
async function checkEncoding(admin: Knex): Promise<void> {
  const { rows } = await admin.raw<{ rows: { server_encoding: string }[] }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new Error(
    `The database has the encoding ${encoding}; it must be UTF8. Create one with: create database NAME encoding 'UTF8' template template0`,
  );
}

/**
 * Lets the application role read and write the rows of all tables, also of later ones, which is all that it may do; and only read those
 * whose policies let it only read.
 */
async function grantRows(owner: Knex, schema: string): Promise<void> {
  const role = getAppRole(schema);
  const rights = 'select, insert, update, delete';
  await owner.raw('grant usage on schema ?? to ??', [schema, role]);
  await owner.raw('grant usage on all sequences in schema ?? to ??', [schema, role]);
  await owner.raw(`alter default privileges in schema ?? grant ${rights} on tables to ??`, [schema, role]);
  // Not views: the migration that makes one states what may be done with it. Not partitions: the policy of their table does not apply
  // to those who name a partition.
  const { rows } = await owner.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relnamespace = ?::regnamespace and relkind in ('r', 'p')
        and not relispartition`,
    [schema],
  );
  for (const { name } of rows) await owner.raw(`grant ${rights} on ?? to ??`, [name, role]);
  const { rows: readOnly } = await owner.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class c join pg_policy p on p.polrelid = c.oid
      where relnamespace = ?::regnamespace and ?::regrole = any(polroles) group by relname having bool_and(polcmd = 'r')`,
    [schema, role],
  );
  for (const { name } of readOnly) await owner.raw('revoke insert, update, delete on ?? from ??', [name, role]);
}
