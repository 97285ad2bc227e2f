import type { Knex } from 'knex';
import { LOCK_TIMEOUT_MS } from './lock-timeout.js';

/**
 * Creates an index while rows are written, in a migration with `transaction: false`. Waits until every transaction of the database that
 * began before has ended, however long that takes: nothing waits behind it, and an attempt that ends before leaves an index of no use.
 * docs/operations.md "Rules for migrations", rule 2.
 * @param on - what follows `on` in the statement: `table (columns) where condition`.
 */
export async function createIndex(
  knex: Knex,
  name: string,
  on: string,
  { isUnique = false }: { isUnique?: boolean } = {},
): Promise<void> {
  const connection: unknown = await knex.client.acquireConnection();
  const run = async (statement: string) => void (await knex.raw(statement).connection(connection));
  try {
    await run('set lock_timeout = 0');
    // Of an attempt that failed.
    await run(`drop index concurrently if exists ${name}`);
    await run(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${on}`);
    await run(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  } finally {
    await knex.client.releaseConnection(connection);
  }
}
