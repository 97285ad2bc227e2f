import type { Knex } from 'knex';

/** Of a kilobyte each: as much as a large request stores. */
const ROWS = 1_000;

/**
 * Stores a megabyte where the tables are, and removes it again. Rejects while there is no room for it. The table is temporary, since
 * the role of a service may create no other, and since its rows cost nothing in the server's write-ahead log.
 */
export async function tryToStore(knex: Knex): Promise<void> {
  await knex.transaction(async (transaction) => {
    await transaction.raw('set local temp_tablespaces = default');
    await transaction.raw('create temporary table room (filler text storage plain) on commit drop');
    await transaction.raw(`insert into pg_temp.room select repeat('x', 1000) from generate_series(1, ?::int)`, [ROWS]);
  });
}
