import knexFactory, { type Knex } from 'knex';
import type { Logger } from '../../log/logger.js';
import { getProcessMetrics } from '../../metrics/process-metrics.js';
import { problemOfState, toDatabaseFailure } from '../database-error.js';
import { migrate } from '../schema/migrate.js';
import { getAppRole, schemaName } from '../schema/schema-name.js';
import { checkMigrations, isMigrated } from '../schema/schema-state.js';
import { observeQueries } from '../statements/observe-statement.js';
import { shareConnections } from '../statements/run-shared.js';
import {
  type ConnectionOptions,
  clientConfig,
  knexConfig,
  prepareSession,
  type SessionSetup,
  toDirect,
} from './knex-config.js';
import { measurePool } from './measure-pool.js';
import { attachReadReplica } from './read-replica.js';
import { tryToStore } from './try-to-store.js';

export interface DatabaseOptions {
  /** postgres://user:password@host:port/database; the login role. */
  url: string;
  session?: SessionSetup | undefined;
  /** Of the server itself, past a pooler in transaction mode. */
  directUrl?: string | undefined;
  /** Of a streaming standby, for `chooseForReading`; not through a pooler in transaction mode. */
  readUrl?: string | undefined;
  /** The service's own schema; its queries run as role `svc_<schema>_app`, which sees nothing else and owns nothing. */
  schema: string;
  /** Folder of migration files, .js or .ts: a path or a file URL. */
  migrationsDirectory: string | URL;
  /** Most connections of the pool; short reads share one more, short writes another. Default 10. */
  poolMax?: number;
  /** Longest statement, milliseconds; 0 for no limit. Default 10,000. Migrations have none. */
  statementTimeoutMs?: number;
  log: Logger;
}

export interface Database {
  readonly knex: Knex;
  /** Creates roles and schema if the login role may, then runs the pending migrations. Replicas may do so simultaneously. */
  migrate(): Promise<void>;
  /** For a process that may not migrate. @throws SchemaBehindError unless all migrations have run. */
  checkMigrations(): Promise<void>;
  /** Whether a connection broke or the server reported a problem since the last ping: time for the next one. */
  readonly hasTrouble: boolean;
  /** Calls the one `listener` whenever that becomes true. */
  followTrouble(listener: () => void): void;
  /** Number of statements that it has answered, those of pings included: while it grows, no ping is needed. */
  readonly answers: number;
  /** Resolves when the database answers and, after it could not store something, when it stores again. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** By the pool of a service. */
const sessionPools = new WeakMap<Knex, Knex>();

/** The pool for work that keeps a connection over several transactions: the same one, unless a pooler gives a session to each transaction. */
export const getSessionPool = (knex: Knex): Knex => sessionPools.get(knex) ?? knex;

/** Waiting for a lock delays all statements of a shared connection; the one that waits then runs on a connection of the pool. */
const SHARED_LOCK_TIMEOUT_MS = 50;

/** Beyond the statement timeout the server would have answered, so it hangs or the network is gone. */
const HANG_MS = 2_000;

/**
 * The database of one service. Opens no connection before the first query. Survives restarts of the server: queries
 * fail while it is down and work again after. Commits are durable: `synchronous_commit` stays on
 * (docs/reliability.md R0.3).
 */
export function createDatabase(options: DatabaseOptions): Database {
  const schema = schemaName(options.schema);
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  let isFull = false;
  let hasTrouble = false;
  let reportTrouble = () => {};
  let answers = 0;
  const onTrouble = () => {
    if (hasTrouble) return;
    hasTrouble = true;
    reportTrouble();
  };
  const onServerError = (state: string) => {
    const problem = problemOfState(state);
    if (problem === 'FULL') isFull = true;
    if (problem !== undefined) onTrouble();
  };
  const onAnswer = () => {
    answers += 1;
  };
  const connection: ConnectionOptions = {
    url: options.url,
    session: options.session,
    directUrl: options.directUrl,
    applicationName: `svc-${schema}`,
    settings: {
      role: getAppRole(schema),
      search_path: schema,
      statement_timeout: String(statementTimeoutMs),
      // A transaction that its process abandoned must not keep its locks indefinitely.
      idle_in_transaction_session_timeout: '60000',
    },
    poolMax: options.poolMax ?? 10,
    ...(statementTimeoutMs > 0 ? { queryTimeoutMs: statementTimeoutMs + HANG_MS } : {}),
    log: options.log,
    onServerError,
    onBrokenConnection: onTrouble,
    onAnswer,
  };
  const knex = knexFactory(knexConfig(connection));
  const shared = {
    ...connection,
    settings: { ...connection.settings, lock_timeout: String(SHARED_LOCK_TIMEOUT_MS) },
  };
  const direct = options.session === 'transaction' ? knexFactory(knexConfig(toDirect(connection))) : knex;
  sessionPools.set(knex, direct);
  const closeShared = shareConnections(knex, {
    config: clientConfig(shared),
    prepare: (client) => prepareSession(client, shared),
    lockTimeoutMs: SHARED_LOCK_TIMEOUT_MS,
    onServerError,
    onBrokenConnection: onTrouble,
    onAnswer,
  });
  observeQueries(knex);
  const { readUrl } = options;
  const closeReplica =
    readUrl === undefined
      ? undefined
      : attachReadReplica(knex, {
          ...connection,
          url: readUrl,
          session: options.session === 'transaction' ? 'startup' : options.session,
          applicationName: `svc-${schema}-read`,
        });
  const stopMeasuring = measurePool(knex);
  return {
    knex,
    async migrate() {
      if (await isMigrated(direct, options.migrationsDirectory)) return;
      await migrate(options);
      if (getProcessMetrics()) await isMigrated(direct, options.migrationsDirectory); // Counts what has run.
    },
    checkMigrations: () => checkMigrations(direct, options.migrationsDirectory),
    get hasTrouble() {
      return hasTrouble;
    },
    followTrouble(listener) {
      reportTrouble = listener;
    },
    get answers() {
      return answers;
    },
    async ping() {
      hasTrouble = false;
      if (!isFull) return void (await knex.raw('select 1'));
      // Before the attempt: another statement may find meanwhile that there is no room.
      isFull = false;
      await tryToStore(knex).catch((error: unknown) => {
        isFull ||= toDatabaseFailure(error) !== undefined;
        throw error;
      });
    },
    async close() {
      stopMeasuring();
      await closeShared();
      await closeReplica?.();
      await knex.destroy();
      if (direct !== knex) await direct.destroy();
    },
  };
}
