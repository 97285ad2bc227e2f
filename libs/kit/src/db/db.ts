import type { Knex } from 'knex';

/** What runs a query: the pool, or a transaction. */
export type Db = Knex | Knex.Transaction;
