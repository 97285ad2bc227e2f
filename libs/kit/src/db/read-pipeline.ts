import pg from 'pg';
import type { PreparedResult, PreparedStatement } from './run-prepared.js';

/** What pg does not declare: the socket of a client, and the protocol layer that emits every ErrorResponse. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  on(event: 'errorMessage', listener: (error: { code?: string }) => void): void;
}

/**
 * One connection for short reads of many requests. Reads that start in the same turn of the event loop are sent in one write, and the
 * server answers them in order, so a read under load costs a fraction of a system call and of a wake-up of the server. Every read
 * is a transaction of its own: a failing one affects no other. docs/adr/0045-reads-share-a-connection.md.
 */
export class ReadPipeline {
  readonly #config: pg.ClientConfig;
  readonly #onServerError: (state: string) => void;
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;
  #isCorked = false;
  #isClosed = false;

  /** @param onServerError - receives the SQLSTATE of every error that the server returns. */
  constructor(config: pg.ClientConfig, onServerError: (state: string) => void) {
    this.#config = { ...config, pipeline: true };
    this.#onServerError = onServerError;
  }

  /** Fails like `runPrepared`. The first read connects, and so does the first after the connection broke. */
  async read<Row>({ name, text }: PreparedStatement, values: readonly unknown[]): Promise<PreparedResult<Row>> {
    const client = this.#client ?? (await this.#connect());
    this.#cork(client);
    try {
      const { rows, rowCount } = await client.query<Row & pg.QueryResultRow>({ name, text, values: [...values] });
      return { rows, rowCount: rowCount ?? 0 };
    } catch (error) {
      if (!isOfStatement(error)) this.#drop(client);
      throw error;
    }
  }

  /** Waits for the answers of reads that were sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#connecting?.catch(() => undefined);
    await (client ?? this.#client)?.end();
  }

  #connect(): Promise<pg.Client> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    // Reads in flight receive the error; the process lives on.
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    toWire(client).on('errorMessage', ({ code = '' }) => this.#onServerError(code));
    await client.connect();
    this.#client = client;
    return client;
  }

  /** Later reads connect again; those in flight still receive their answers or errors. */
  #drop(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => {});
  }

  /** Holds back what is written until the event loop has served all sockets that were ready. */
  #cork(client: pg.Client): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = toWire(client);
    stream.cork();
    setImmediate(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}

/** Whether PostgreSQL rejected one statement, so that the connection is still good. 57P01 to 57P05: the server ends the session. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(57P0|08)/.test(error.code ?? '');

const toWire = (client: pg.Client): Wire => (client as unknown as { connection: Wire }).connection;
