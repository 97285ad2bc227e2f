import type { Knex } from 'knex';
import { hasNoSession } from '../connection/knex-config.js';
import { observeStatement } from './observe-statement.js';

/** A statement with a name: PostgreSQL parses and plans it once per connection. */
export interface PreparedStatement {
  /** Unique per text within the schema; under a known name PostgreSQL would run the text that it knows. */
  name: string;
  text: string;
}

export interface PreparedResult<Row> {
  rows: Row[];
  /** Rows that the statement returned or wrote. */
  rowCount: number;
}

/** What is used of a client of pg. */
export interface PgConnection {
  query<Row>(query: PreparedStatement & { values: readonly unknown[] }): Promise<PreparedResult<Row>>;
  /** Takes over a query that reports to its own callback. */
  query(query: { submit: unknown }): unknown;
}

interface PgKnexClient {
  acquireConnection(): Promise<PgConnection>;
  releaseConnection(connection: PgConnection): Promise<void>;
}

/**
 * Runs one statement on a connection of Knex's pool, outside any transaction. For the few statements that every request
 * runs: Knex itself prepares nothing and costs about 40 % of an insert's throughput. Fails like Knex: the error names no
 * bound value in its message.
 * @param values - bound to `$1`, `$2`, …
 */
export async function runPrepared<Row = never>(
  knex: Knex,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<PreparedResult<Row>> {
  return observeStatement(statement.name, () =>
    withConnection(knex, (connection) =>
      connection.query<Row>({ name: nameOn(connection, statement), text: statement.text, values }),
    ),
  );
}

/** Empty where the next statement may run in another session: it is then parsed each time. */
export const nameOn = (connection: PgConnection, { name }: PreparedStatement): string =>
  hasNoSession(connection) ? '' : name;

/** Lends a connection of Knex's pool, or that of the transaction. */
export async function withConnection<T>(knex: Knex, task: (connection: PgConnection) => Promise<T>): Promise<T> {
  const client = knex.client as PgKnexClient;
  const connection = await client.acquireConnection();
  try {
    return await task(connection);
  } finally {
    await client.releaseConnection(connection);
  }
}
