import type { Knex } from 'knex';
import { observeStatement } from './observe-statement.js';
import { type PreparedResult, type PreparedStatement, runPrepared } from './run-prepared.js';
import { runPreparedForCompany } from './run-prepared-for-company.js';
import { SharedConnection, type SharedConnectionOptions } from './shared-connection.js';

/** The connections that short statements of a pool share. Writes have one of their own, so that no read waits for a commit. */
interface SharedConnections {
  reads: SharedConnection;
  writes: SharedConnection;
}

/** By the client of the pool; a transaction has another client than its pool, and shares nothing. */
const connections = new WeakMap<object, SharedConnections>();

/** @returns the function that waits for the answers of started statements and closes the connections. */
export function shareConnections(
  knex: Knex,
  options: Omit<SharedConnectionOptions, 'maxGroups' | 'runAlone'>,
): () => Promise<void> {
  const runAlone: SharedConnectionOptions['runAlone'] = ({ companyId, ...statement }, values) =>
    companyId === undefined
      ? runPrepared(knex, statement, values)
      : runPreparedForCompany(knex, companyId, statement, values);
  const shared = {
    reads: new SharedConnection({ ...options, runAlone, maxGroups: Number.POSITIVE_INFINITY }),
    // What starts during a commit is committed together after it.
    writes: new SharedConnection({ ...options, runAlone, maxGroups: 1 }),
  };
  connections.set(knex.client, shared);
  return async () => void (await Promise.all([shared.reads.close(), shared.writes.close()]));
}

/**
 * As `runPrepared`, for reads by an index that take no locks and run in almost every request: they share a connection and its
 * system calls. A slow statement would delay the reads behind it. Within a transaction it reads what the transaction sees.
 */
export function readPrepared<Row>(
  knex: Knex,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<PreparedResult<Row>> {
  const shared = connections.get(knex.client);
  return shared
    ? observeStatement(statement.name, () => shared.reads.run<Row>(statement, values))
    : runPrepared<Row>(knex, statement, values);
}

/**
 * As `runPreparedForCompany`, for writes of a few rows that run in almost every request: they share a connection and its commits, and
 * resolve after the commit. A slow statement would delay the writes behind it. Within a transaction it is part of it.
 */
export function writePrepared<Row = never>(
  knex: Knex,
  companyId: string,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<PreparedResult<Row>> {
  const shared = connections.get(knex.client);
  return shared
    ? observeStatement(statement.name, () => shared.writes.run<Row>({ ...statement, companyId }, values))
    : runPreparedForCompany<Row>(knex, companyId, statement, values);
}
