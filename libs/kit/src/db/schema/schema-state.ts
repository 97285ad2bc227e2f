import type { Knex } from 'knex';
import { getProcessMetrics } from '../../metrics/process-metrics.js';
import { DatabaseSetupError, toDatabaseProblem } from '../database-error.js';
import { listMigrations } from './migration-source.js';

/** The schema lacks migrations that this release needs, so a process that may not migrate waits for the one that does. */
export class SchemaBehindError extends DatabaseSetupError {
  /** @param missing - names of the migrations, oldest first. */
  constructor(
    message: string,
    readonly missing: readonly string[],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface SchemaState {
  /** Migrations of this release that have not run, oldest first. */
  missing: readonly string[];
  /** Migrations that have run and that this release does not have: those of a newer one. */
  newer: readonly string[];
  /** Whether the role may use all tables; partitions are reached by their table. It receives its rights after the migrations. */
  isOpen: boolean;
}

/** Compares what has run with the migrations of a folder, in one query. Fails where nothing has ever run. */
export async function loadSchemaState(knex: Knex, directory: string | URL): Promise<SchemaState> {
  const [wanted, { rows }] = await Promise.all([
    listMigrations(directory),
    knex.raw<{ rows: { names: string[]; closed: boolean }[] }>(
      `select array(select name::text from knex_migrations order by name) as names,
              exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
                         and not relispartition and not has_table_privilege(oid, 'select')) as closed`,
    ),
  ]);
  const { names, closed } = rows[0] as { names: string[]; closed: boolean };
  const done = new Set(names);
  const known = new Set(wanted.map(({ name }) => name));
  const state = {
    missing: [...known].filter((name) => !done.has(name)),
    newer: names.filter((name) => !known.has(name)),
    isOpen: !closed,
  };
  const counts = {
    applied: known.size - state.missing.length,
    pending: state.missing.length,
    newer: state.newer.length,
  };
  for (const [name, count] of Object.entries(counts)) {
    getProcessMetrics()?.set('svc_schema_migrations', count, { state: name });
  }
  return state;
}

/**
 * Whether a start has nothing to migrate: one query instead of two connections and a lock. False also when that cannot be seen:
 * `migrate` then finds out why.
 * @param knex - of the service's application role and schema.
 */
export async function isMigrated(knex: Knex, directory: string | URL): Promise<boolean> {
  try {
    const { missing, isOpen } = await loadSchemaState(knex, directory);
    return isOpen && missing.length === 0;
  } catch {
    return false;
  }
}

/**
 * Checks, for a process that may not migrate, that all migrations of the folder have run; newer ones may have run too.
 * docs/operations.md "Migrations and upgrades".
 * @throws SchemaBehindError when some have not; otherwise the error of the query.
 */
export async function checkMigrations(knex: Knex, directory: string | URL): Promise<void> {
  const { missing, isOpen } = await loadSchemaState(knex, directory).catch(async (cause: unknown) => {
    if (toDatabaseProblem(cause)) throw cause;
    const names = (await listMigrations(directory)).map(({ name }) => name);
    throw new SchemaBehindError('The schema does not exist yet. Run its migrations, or set MIGRATE=true.', names, {
      cause,
    });
  });
  if (missing.length > 0) {
    throw new SchemaBehindError(
      `Migrations have not run: ${missing.join(', ')}. Run them, or set MIGRATE=true.`,
      missing,
    );
  }
  if (!isOpen) throw new SchemaBehindError('The migrations have run, but the rights of their tables are missing.', []);
}
