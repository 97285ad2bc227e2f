import type { Knex } from 'knex';
import { createDatabase, type DatabaseOptions } from './create-database.js';

/** A database of its own for one piece of work, such as the task of a thread. */
export async function withDatabase<T>(options: DatabaseOptions, work: (knex: Knex) => Promise<T>): Promise<T> {
  const database = createDatabase(options);
  try {
    return await work(database.knex);
  } finally {
    await database.close();
  }
}
