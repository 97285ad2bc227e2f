import type { Knex } from 'knex';
import type { Logger } from '../../log/logger.js';
import { DatabaseSetupError } from '../database-error.js';

/** How long an idle connection stays open, milliseconds, and how often those are looked for. */
const IDLE_MS = 2 * 60_000;

/**
 * How a session gets its settings: with the start-up packet, which poolers such as PgBouncer refuse, by a statement after it, or from a
 * pooler in transaction mode, where it has no session. docs/operations.md "Behind a pooler".
 */
export type SessionSetup = 'startup' | 'statement' | 'transaction';

export interface ConnectionOptions {
  url: string;
  /** Default: `startup`, which needs no round trip. */
  session?: SessionSetup | undefined;
  /** Of the server itself, for what needs a session. Needed with `transaction`. */
  directUrl?: string | undefined;
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
  /** Called whenever the server has answered a statement, also with an error. */
  onAnswer?(): void;
  log: Logger;
}

/** What is used of a pg client; its types do not declare its protocol layer, which emits every ErrorResponse. */
interface PgConnection {
  on(event: 'error', listener: () => void): void;
  query(text: string): Promise<{ rows: unknown[] }>;
  readonly connection: {
    on(event: 'errorMessage', listener: (error: { code?: string }) => void): void;
    on(event: 'readyForQuery', listener: () => void): void;
  };
}

/**
 * Knex on pg with our pool settings. Error messages name statements without their bindings, since those hold personal
 * data. A connection that breaks is dropped from the pool (Knex listens for its errors, so the process lives on) and
 * the next query opens another.
 */
export function knexConfig(options: ConnectionOptions): Knex.Config {
  const { log, onServerError, onBrokenConnection, onAnswer } = options;
  return {
    client: 'pg',
    compileSqlOnError: false,
    connection: clientConfig(options),
    pool: {
      min: options.poolMin ?? 0,
      max: options.poolMax,
      idleTimeoutMillis: IDLE_MS,
      reapIntervalMillis: IDLE_MS,
      // Knex reports a failed connection attempt immediately, instead of retrying until the acquire timeout.
      propagateCreateError: true,
      // An abandoned query still occupies its connection, and the next query would wait for it.
      validate: (connection: { readyForQuery?: boolean }) => connection.readyForQuery !== false,
      afterCreate(client: PgConnection, done: (error: Error | null) => void) {
        if (onServerError) client.connection.on('errorMessage', ({ code = '' }) => onServerError(code));
        if (onBrokenConnection) client.on('error', onBrokenConnection);
        if (onAnswer) client.connection.on('readyForQuery', onAnswer);
        prepareSession(client, options).then(
          () => done(null),
          (error: Error) => done(error),
        );
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
    ...(isStartup(options) ? { options: startupOptions(options.settings) } : {}),
    connectionTimeoutMillis: 5_000,
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

const isStartup = ({ session = 'startup' }: Pick<ConnectionOptions, 'session'>): boolean => session === 'startup';

/** A connection to the server itself. */
export function toDirect<T extends Pick<ConnectionOptions, 'url' | 'session' | 'directUrl'>>(options: T): T {
  const { session, url, directUrl = url } = options;
  return session === 'transaction' ? { ...options, session: 'startup', url: directUrl } : options;
}

/** Connections of a pooler in transaction mode: each transaction may run in another session. */
const withoutSession = new WeakSet<object>();

/** Whether statements must not be prepared under a name, since the next one may run in another session. */
export const hasNoSession = (client: object): boolean => withoutSession.has(client);

/**
 * What a connection of `clientConfig` has to do first. A pooler in transaction mode must have set who the service is: as another role it
 * would see rows of all companies.
 * @throws DatabaseSetupError
 */
export async function prepareSession(
  client: { query(text: string): Promise<{ rows: unknown[] }> },
  { session, settings }: Pick<ConnectionOptions, 'session' | 'settings'>,
): Promise<void> {
  const entries = Object.entries(settings);
  if (entries.length === 0 || isStartup({ session })) return;
  if (session === 'statement') {
    const calls = entries.map(([name, value]) => `set_config(${toLiteral(name)}, ${toLiteral(value)}, false)`);
    await client.query(`select ${calls.join(', ')}`);
    return;
  }
  withoutSession.add(client);
  const needed = entries.filter(([name]) => name === 'role' || name === 'search_path');
  const { rows } = await client.query(
    `select ${needed.map(([name]) => `current_setting(${toLiteral(name)}) as ${name}`).join(', ')}`,
  );
  const found = rows[0] as Record<string, string>;
  if (needed.every(([name, value]) => found[name] === value)) return;
  const list = (values: readonly (readonly [string, string | undefined])[]) =>
    values.map(([name, value]) => `${name} ${value}`).join(' and ');
  throw new DatabaseSetupError(
    `The pooler's connections have ${list(needed.map(([name]) => [name, found[name]]))}, not ${list(needed)}, which it must set.`,
  );
}

const toLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The `options` start-up parameter: `-c name=value`, blanks and backslashes escaped. */
export function startupOptions(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, (char) => `\\${char}`)}`)
    .join(' ');
}
