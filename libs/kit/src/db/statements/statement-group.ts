import pg from 'pg';
import type { PreparedResult, PreparedStatement } from './run-prepared.js';
import { SET_COMPANY } from './set-company.js';

/** A statement of a group and what PostgreSQL returned for it. */
export interface GroupMember {
  /** Absent: outside of every company. */
  readonly companyId: string | undefined;
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
  readonly result: PreparedResult<unknown>;
}

/** What is known of the statements of a connection, by name. */
export class PreparedNames {
  /** Sent to be prepared. */
  readonly sent = new Set<string>();
  /** How rows are read; empty for statements that return none. */
  readonly columns = new Map<string, readonly Column[]>();
  /** Set where connections have no session: nothing stays prepared, and each group sets it for itself. */
  lockTimeoutMs: number | undefined;
}

interface Column {
  name: string;
  parse(text: string): unknown;
}

/** What is used of a query and of the protocol layer of pg; its types name less. */
interface PgQuery {
  callback: (error: Error | null) => void;
  submit(protocol: PgProtocol): Error | null;
  handleError(error: Error): void;
}

interface PgProtocol {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: PreparedStatement): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

const Query = pg.Query as unknown as new (config: { text: string }) => PgQuery;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

const SET_LOCK_TIMEOUT: PreparedStatement = {
  name: 'set-lock-timeout',
  text: `select set_config('lock_timeout', $1, true)`,
};

/** Converts values as pg does for its own queries. */
export const toParameters = (values: readonly unknown[]): unknown[] => values.map((value) => prepareValue(value));

/**
 * Prepared statements with one Sync message behind them: PostgreSQL runs them in this order in one implicit transaction, commits once,
 * and if one fails stores none (PostgreSQL, "Message Flow: Extended Query"). Each sees the rows of its own company, and a statement
 * without a company none.
 */
export class StatementGroup extends Query {
  readonly #members: readonly GroupMember[];
  readonly #prepared: PreparedNames;
  /** Statements in the order of their answers; `SET_COMPANY` has no result. */
  readonly #sent: Pick<GroupMember, 'statement' | 'result'>[] = [];
  #answered = 0;
  #failure: Error | undefined;
  /** Whether a statement was sent for the first time on this connection. If the group fails, it is unknown whether it is prepared. */
  hasNewStatements = false;

  constructor(members: readonly GroupMember[], prepared: PreparedNames) {
    super({ text: '' });
    this.#members = members;
    this.#prepared = prepared;
  }

  /** Resolves after the commit, when `result` of every member is complete. */
  sendOn(client: pg.Client): Promise<void> {
    return new Promise((resolve, reject) => {
      this.callback = (error) => (error ? reject(error) : resolve());
      client.query(this as unknown as pg.Query);
    });
  }

  override submit(protocol: PgProtocol): null {
    protocol.stream.cork();
    let company = '';
    const { lockTimeoutMs } = this.#prepared;
    if (lockTimeoutMs !== undefined)
      this.#send(protocol, SET_LOCK_TIMEOUT, [String(lockTimeoutMs)], { rows: [], rowCount: 0 });
    for (const { companyId = '', statement, values, result } of this.#members) {
      if (companyId !== company) this.#send(protocol, SET_COMPANY, [companyId], { rows: [], rowCount: 0 });
      company = companyId;
      this.#send(protocol, statement, values, result);
    }
    protocol.sync();
    protocol.stream.uncork();
    return null;
  }

  #send(
    protocol: PgProtocol,
    statement: PreparedStatement,
    values: readonly unknown[],
    result: PreparedResult<unknown>,
  ): void {
    const { name } = statement;
    if (this.#prepared.lockTimeoutMs !== undefined) {
      protocol.parse({ name: '', text: statement.text });
      protocol.bind({ statement: '', values });
    } else {
      if (!this.#prepared.sent.has(name)) {
        protocol.parse(statement);
        this.#prepared.sent.add(name);
        this.hasNewStatements = true;
      }
      protocol.bind({ statement: name, values });
    }
    if (!this.#prepared.columns.has(name)) protocol.describe({ type: 'P' });
    protocol.execute({});
    this.#sent.push({ statement, result });
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }));
    this.#prepared.columns.set(this.#current.statement.name, columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { statement, result } = this.#current;
    const columns = this.#prepared.columns.get(statement.name) as readonly Column[];
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < columns.length; index += 1) {
        const { name, parse } = columns[index] as Column;
        const field = fields[index] as string | null;
        row[name] = field === null ? null : parse(field);
      }
    } catch (error) {
      // Thrown here, it would end the process.
      this.#failure = error as Error;
    }
    result.rows.push(row);
  }

  /** @param text - for example `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    const { statement, result } = this.#current;
    result.rowCount = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    if (!this.#prepared.columns.has(statement.name)) this.#prepared.columns.set(statement.name, []);
    this.#answered += 1;
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null);
  }

  get #current(): Pick<GroupMember, 'statement' | 'result'> {
    return this.#sent[this.#answered] as Pick<GroupMember, 'statement' | 'result'>;
  }
}
