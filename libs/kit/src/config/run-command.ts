import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionSetup } from '../db/connection/knex-config.js';
import { toDatabaseProblem } from '../db/database-error.js';
import { migrate } from '../db/schema/migrate.js';
import { previewMigrations } from '../db/schema/preview-migrations.js';
import type { Logger } from '../log/logger.js';

/** The schema of a service: its name, and the folder with its migrations. */
export interface ServiceSchema {
  readonly schema: string;
  readonly migrationsDirectory: string;
}

/** How long `migrate` waits for a database that cannot be reached, or for a lock that a long transaction holds. */
const WAIT_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * `main.js migrate`: runs the migrations and lists what it does; docs/operations.md "Migrations and upgrades".
 * @param options.waitMs - default 60,000.
 */
export async function runMigrate(options: {
  url: string;
  session?: SessionSetup | undefined;
  directUrl?: string | undefined;
  database: ServiceSchema;
  log: Logger;
  waitMs?: number;
}): Promise<void> {
  const { url, session, directUrl, database, log } = options;
  const { ran, newer } = await retry(() => migrate({ ...database, url, session, directUrl, log }), options);
  const { schema } = database;
  if (newer.length > 0) {
    log.warn({ schema, migrations: newer }, 'the database is newer than this release; its additional migrations stay');
  }
  log.info({ schema, migrations: ran.length }, ran.length > 0 ? 'all migrations have run' : 'nothing to migrate');
}

/** `main.js migrate --dry-run`: the SQL that `migrate` would run, as text. Changes nothing. */
export async function describeMigrations(options: {
  url: string;
  session?: SessionSetup | undefined;
  directUrl?: string | undefined;
  database: ServiceSchema;
  log: Logger;
}): Promise<string> {
  const { url, session, directUrl, database, log } = options;
  const previews = await previewMigrations({ ...database, url, session, directUrl, log });
  if (previews.length === 0) return `-- schema ${database.schema}: nothing to migrate\n`;
  return previews
    .map(({ name, statements }) => `-- ${name}\n${statements.map((sql) => `${sql.trim()};\n`).join('')}`)
    .join('\n');
}

async function retry<T>(
  attempt: () => Promise<T>,
  { log, waitMs = WAIT_MS }: { log: Logger; waitMs?: number },
): Promise<T> {
  const end = performance.now() + waitMs;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (toDatabaseProblem(error) !== 'UNREACHABLE' || performance.now() >= end) throw error;
      if (attempts === 1) log.warn({ err: error }, 'the database cannot be reached or a table is locked; trying again');
      await sleep(PAUSE_MS);
    }
  }
}
