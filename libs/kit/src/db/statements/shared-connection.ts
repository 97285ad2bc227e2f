import pg from 'pg';
import { hasNoSession } from '../connection/knex-config.js';
import type { PreparedResult, PreparedStatement } from './run-prepared.js';
import { type GroupMember, PreparedNames, StatementGroup, toParameters } from './statement-group.js';

/** A statement for the rows of one company, or outside of every company. */
export interface SharedStatement extends PreparedStatement {
  companyId?: string | undefined;
}

export interface SharedConnectionOptions {
  config: pg.ClientConfig;
  /** What each connection does first. */
  prepare?(client: pg.Client): Promise<void>;
  /** Longest wait for a lock, where connections have no session that has it as a setting. */
  lockTimeoutMs?: number;
  /** Most groups that are sent and not answered; later statements wait and become one group. */
  maxGroups: number;
  /** Longest wait of a statement until it is sent, milliseconds. Default: as long as a request waits for a connection of the pool. */
  maxWaitMs?: number;
  /** Runs a statement on a connection of its own, after its group failed. */
  runAlone(statement: SharedStatement, values: readonly unknown[]): Promise<PreparedResult<unknown>>;
  /** Receives the SQLSTATE of every error that the server returns. */
  onServerError(state: string): void;
  /** Called when the connection ends that was not closed by this process. */
  onBrokenConnection(): void;
  /** Called whenever the server has answered a group, also with an error. */
  onAnswer?(): void;
}

/** Bounds how long a group holds its locks and what is repeated when it fails. */
const MAX_MEMBERS = 256;
const MAX_WAIT_MS = 5_000;
/** SQLSTATE of a lock that was not available within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE of a statement that is not prepared: the group that should have prepared it was sent before, and failed. */
const NOT_PREPARED = '26000';

interface Waiting extends GroupMember {
  readonly since: number;
  resolve(result: PreparedResult<unknown>): void;
  reject(error: unknown): void;
}

/** What pg does not declare: the protocol layer that emits every ErrorResponse. */
interface Wire {
  on(event: 'errorMessage', listener: (error: { code?: string }) => void): void;
  on(event: 'readyForQuery', listener: () => void): void;
}

/**
 * One connection for short statements of many requests. Statements that start in the same turn of the event loop are sent in one write,
 * as one group with one commit, so under load each costs a fraction of a system call, of a wake-up of the server and of a flush of the
 * write-ahead log. Each resolves after the commit. When a statement fails, the group has stored nothing, and each of its statements runs
 * again on a connection of its own: a failure affects no other statement. docs/adr/0047-statements-share-a-commit.md.
 */
export class SharedConnection {
  readonly #options: SharedConnectionOptions;
  readonly #maxWaitMs: number;
  readonly #texts = new Map<string, string>();
  #waiting: Waiting[] = [];
  #groups = 0;
  #isScheduled = false;
  /** Runs while statements wait, and at most once more. */
  #expiry: NodeJS.Timeout | undefined;
  #client: Connected | undefined;
  #connecting: Promise<Connected> | undefined;
  #isClosed = false;

  constructor(options: SharedConnectionOptions) {
    this.#options = options;
    this.#maxWaitMs = options.maxWaitMs ?? MAX_WAIT_MS;
  }

  /**
   * Fails like `runPrepared`. The first statement connects, and so does the first after the connection broke.
   * @param statement - takes microseconds and waits for no lock as a rule: the statements of its group wait for it.
   */
  run<Row>({ companyId, name, text }: SharedStatement, values: readonly unknown[]): Promise<PreparedResult<Row>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error('The database is closed.');
      if ((this.#texts.get(name) ?? text) !== text) throw new Error(`Two prepared statements have the name '${name}'.`);
      this.#texts.set(name, text);
      this.#waiting.push({
        companyId,
        statement: { name, text },
        values: toParameters(values),
        result: { rows: [], rowCount: 0 },
        since: performance.now(),
        resolve: resolve as Waiting['resolve'],
        reject,
      });
      this.#schedule();
      this.#expiry ??= this.#expireLater();
    });
  }

  /** Waits for the answers of statements that were started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#flush(Number.POSITIVE_INFINITY);
    const connected = await this.#connecting?.catch(() => undefined);
    await (connected ?? this.#client)?.client.end();
    clearTimeout(this.#expiry);
  }

  /** Sends when the event loop has served all sockets that were ready. */
  #schedule(): void {
    if (this.#isScheduled || this.#groups >= this.#options.maxGroups) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush(this.#options.maxGroups);
    });
  }

  #flush(maxGroups: number): void {
    while (this.#waiting.length > 0 && this.#groups < maxGroups) void this.#run(this.#waiting.splice(0, MAX_MEMBERS));
  }

  #expireLater(): NodeJS.Timeout {
    return setTimeout(() => {
      const oldest = performance.now() - this.#maxWaitMs;
      while ((this.#waiting[0]?.since ?? oldest) < oldest)
        this.#waiting.shift()?.reject(new Error('timeout expired before the statement could be sent'));
      this.#expiry = this.#waiting.length > 0 ? this.#expireLater() : undefined;
    }, this.#maxWaitMs / 2).unref();
  }

  async #run(members: readonly Waiting[]): Promise<void> {
    this.#groups += 1;
    const error = await this.#send(members);
    this.#groups -= 1;
    if (this.#waiting.length > 0) this.#schedule();
    if (error === undefined) {
      for (const { result, resolve } of members) resolve(result);
    } else if (!isOfStatement(error) || (members.length === 1 && !maySucceedAlone(error))) {
      for (const { reject } of members) reject(error);
    } else {
      const { runAlone } = this.#options;
      for (const { companyId, statement, values, resolve, reject } of members)
        runAlone({ ...statement, companyId }, values).then(resolve, reject);
    }
  }

  /** @returns undefined after the commit; else why nothing was stored, or why it is unknown whether anything was. */
  async #send(members: readonly GroupMember[]): Promise<unknown> {
    let connected = this.#client;
    let group: StatementGroup | undefined;
    try {
      connected ??= await this.#connect();
      group = new StatementGroup(members, connected.prepared);
      await group.sendOn(connected.client);
      return undefined;
    } catch (error) {
      if (connected && (!isOfStatement(error) || group?.hasNewStatements)) this.#drop(connected);
      return error;
    }
  }

  #connect(): Promise<Connected> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #open(): Promise<Connected> {
    const { config, prepare, lockTimeoutMs, onServerError, onBrokenConnection, onAnswer } = this.#options;
    const client = new pg.Client({ ...config, pipeline: true });
    // Statements in flight receive the error; the process lives on.
    const prepared = new PreparedNames();
    const connected = { client, prepared };
    client.on('error', () => {
      onBrokenConnection();
      this.#drop(connected);
    });
    client.on('end', () => this.#drop(connected));
    const { connection } = client as unknown as { connection: Wire };
    connection.on('errorMessage', ({ code = '' }) => {
      if (code !== LOCK_NOT_AVAILABLE) onServerError(code);
    });
    if (onAnswer) connection.on('readyForQuery', onAnswer);
    await client.connect();
    try {
      await prepare?.(client);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    if (hasNoSession(client)) prepared.lockTimeoutMs = lockTimeoutMs;
    this.#client = connected;
    return connected;
  }

  /** Later statements connect again; those in flight still receive their answers or errors. */
  #drop(connected: Connected): void {
    if (this.#client !== connected) return;
    this.#client = undefined;
    connected.client.end().catch(() => {});
  }
}

interface Connected {
  readonly client: pg.Client;
  readonly prepared: PreparedNames;
}

/** Whether PostgreSQL rejected a statement, so that the connection is still good. 57P01 to 57P05: the server ends the session. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(57P0|08)/.test(error.code ?? '');

/** Whether the statement of a group of one failed for a reason that a connection of its own does not have. */
const maySucceedAlone = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, NOT_PREPARED].includes((error as pg.DatabaseError).code ?? '');
