import type { Knex } from 'knex';
import type { Logger } from '../../log/logger.js';

/**
 * How a session gets its settings: with the start-up packet, or by a statement after it. Poolers such as PgBouncer refuse the first.
 * docs/adr/0074-poolers-in-session-mode.md.
 */
export type SessionSetup = 'startup' | 'statement';

export interface ConnectionOptions {
  url: string;
  /** Default: `startup`, which needs no round trip. */
  session?: SessionSetup | undefined;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Settings of every session, for example `search_path`; see "Run-time configuration" of PostgreSQL. */
  settings: Record<string, string>;
  poolMax: number;
  poolMin?: number;
  /** When the client abandons a query because the server returns nothing, not even an error; absent: never. */
  queryTimeoutMs?: number;
  /** Called with the SQLSTATE of every error that the server returns, also outside Knex's own queries. */
  onServerError?(state: string): void;
  /** Called when a connection ends that was not closed by this process. */
  onBrokenConnection?(): void;
  log: Logger;
}

/** What is used of a pg client; its types do not declare its protocol layer, which emits every ErrorResponse. */
interface PgConnection {
  on(event: 'error', listener: () => void): void;
  query(text: string, done: (error: Error | null) => void): void;
  readonly connection: { on(event: 'errorMessage', listener: (error: { code?: string }) => void): void };
}

/**
 * Knex on pg with our pool settings. Error messages name statements without their bindings, since those hold personal
 * data. A connection that breaks is dropped from the pool (Knex listens for its errors, so the process lives on) and
 * the next query opens another.
 */
export function knexConfig(options: ConnectionOptions): Knex.Config {
  const { log, onServerError, onBrokenConnection } = options;
  return {
    client: 'pg',
    compileSqlOnError: false,
    connection: clientConfig(options),
    pool: {
      min: options.poolMin ?? 0,
      max: options.poolMax,
      idleTimeoutMillis: 60_000,
      reapIntervalMillis: 10_000,
      // Knex reports a failed connection attempt immediately, instead of retrying until the acquire timeout.
      propagateCreateError: true,
      // An abandoned query still occupies its connection, and the next query would wait for it.
      validate: (connection: { readyForQuery?: boolean }) => connection.readyForQuery !== false,
      afterCreate(client: PgConnection, done: (error: Error | null) => void) {
        if (onServerError) client.connection.on('errorMessage', ({ code = '' }) => onServerError(code));
        if (onBrokenConnection) client.on('error', onBrokenConnection);
        const setup = setupStatement(options);
        if (setup === undefined) done(null);
        else client.query(setup, done);
      },
    } as Knex.PoolConfig,
    acquireConnectionTimeout: 5_000,
    log: {
      warn: (message: unknown) => log.debug({ knex: String(message) }, 'knex'),
      error: (message: unknown) => log.warn({ knex: String(message) }, 'knex'),
      deprecate: (message: unknown) => log.warn({ knex: String(message) }, 'knex'),
      debug: (message: unknown) => log.trace({ knex: String(message) }, 'knex'),
    },
  };
}

/** A connection of pg with the session settings of the service. */
export function clientConfig(options: ConnectionOptions) {
  return {
    connectionString: options.url,
    application_name: options.applicationName,
    ...(options.session === 'statement' ? {} : { options: startupOptions(options.settings) }),
    connectionTimeoutMillis: 5_000,
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** What a connection of `clientConfig` has to run first; undefined: nothing. */
export function setupStatement({ session, settings }: Pick<ConnectionOptions, 'session' | 'settings'>) {
  const entries = Object.entries(settings);
  if (session !== 'statement' || entries.length === 0) return undefined;
  return `select ${entries.map(([name, value]) => `set_config(${toLiteral(name)}, ${toLiteral(value)}, false)`).join(', ')}`;
}

const toLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The `options` start-up parameter: `-c name=value`, blanks and backslashes escaped. */
export function startupOptions(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, (char) => `\\${char}`)}`)
    .join(' ');
}
