import type { Knex } from 'knex';
import pg from 'pg';
import { observeStatement } from './observe-statement.js';
import {
  nameOn,
  type PgConnection,
  type PreparedResult,
  type PreparedStatement,
  withConnection,
} from './run-prepared.js';
import { SET_COMPANY } from './set-company.js';

/** Connections on which `SET_COMPANY` is prepared. */
const prepared = new WeakSet<PgConnection>();

/**
 * As `runPrepared`, for the rows of one company: what `forCompany` does in four round trips, in one. For statements that every
 * request runs. Within a transaction of `forCompany` the company stays the same.
 */
export function runPreparedForCompany<Row = never>(
  knex: Knex,
  companyId: string,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<PreparedResult<Row>> {
  return observeStatement(statement.name, () => runForCompany(knex, companyId, statement, values));
}

function runForCompany<Row>(
  knex: Knex,
  companyId: string,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<PreparedResult<Row>> {
  return withConnection(knex, async (connection) => {
    const name = nameOn(connection, statement);
    if (name !== '' && !prepared.has(connection)) {
      await connection.query({ ...SET_COMPANY, values: [companyId] });
      prepared.add(connection);
    }
    return new Promise<PreparedResult<Row>>((resolve, reject) => {
      const query = new CompanyQuery(companyId, { name, text: statement.text, values }, (error, result) =>
        error ? reject(error) : resolve(result as PreparedResult<Row>),
      );
      connection.query(query);
    });
  });
}

/** What is used of a query of pg; its types name less. */
interface PgQuery {
  readonly name: string;
  submit: unknown;
  prepare(protocol: PgProtocol): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, protocol: PgProtocol): void;
}

interface PgProtocol {
  parse(message: PreparedStatement): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
}

const Query = pg.Query as unknown as new (
  config: PreparedStatement & { values: readonly unknown[]; queryMode: 'extended' },
  values: undefined,
  callback: (error: Error | null, result: unknown) => void,
) => PgQuery;

/**
 * A statement that is sent together with the one that sets the company. One Sync message follows both, so PostgreSQL runs them in
 * one implicit transaction, in this order, and the setting ends with it (PostgreSQL, "Message Flow: Extended Query").
 */
class CompanyQuery extends Query {
  readonly #companyId: string;
  #isCompanySet = false;

  constructor(
    companyId: string,
    config: PreparedStatement & { values: readonly unknown[] },
    callback: (error: Error | null, result: unknown) => void,
  ) {
    // Otherwise a statement without name and values would be sent alone, outside of every company.
    super({ ...config, queryMode: 'extended' }, undefined, callback);
    this.#companyId = companyId;
  }

  override prepare(protocol: PgProtocol): void {
    if (this.name === '') protocol.parse({ name: '', text: SET_COMPANY.text });
    protocol.bind({ statement: this.name === '' ? '' : SET_COMPANY.name, values: [this.#companyId] });
    protocol.execute({});
    super.prepare(protocol);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isCompanySet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, protocol: PgProtocol): void {
    if (this.#isCompanySet) super.handleCommandComplete(message, protocol);
    this.#isCompanySet = true;
  }
}
