import type { Knex } from 'knex';

/**
 * By what changes are listed. `transactions`: their ids, so that nothing is listed twice for long. `clock`: the time of the server, for
 * databases whose ids of transactions have no common order; lists repeat the changes of the last 90 seconds.
 */
export type ChangeOrder = 'transactions' | 'clock';

/** Longest time between the stamp of a change and its commit. A transaction that takes longer may be missed with `clock`. */
const OVERLAP_S = 90;

const MICROSECONDS = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

/**
 * The port to what orders changes, as functions of the service's schema. Statements name these and nothing of the database's own, so an
 * order is chosen once, where the functions are made. docs/adr/0098-changes-and-locks-behind-a-port.md.
 */
const FUNCTIONS: Record<ChangeOrder, readonly string[]> = {
  transactions: [
    `change_stamp() returns xid8 language sql stable as 'select pg_current_xact_id()'`,
    `change_position() returns xid8 language sql stable as 'select pg_snapshot_xmin(pg_current_snapshot())'`,
    `change_start(cursor xid8) returns xid8 language sql stable as
       $$ select case when cursor > pg_snapshot_xmax(pg_current_snapshot()) then '0'::xid8 else cursor end $$`,
  ],
  clock: [
    `change_stamp() returns xid8 language sql volatile as 'select ${MICROSECONDS}::text::xid8'`,
    `change_position() returns xid8 language sql volatile as 'select (${MICROSECONDS} - ${OVERLAP_S}000000)::text::xid8'`,
    `change_start(cursor xid8) returns xid8 language sql stable as
       $$ select case when cursor::text::numeric > extract(epoch from now()) * 1000000 then '0'::xid8 else cursor end $$`,
  ],
};

const COMMENTS = {
  'change_stamp()': 'What a change writes into change_xid, in its transaction.',
  'change_position()': 'Where the next list of changes begins: no change that is not yet visible has a lower stamp.',
  'change_start(xid8)':
    'The lowest stamp that a list from this position has; 0 for a position of another server, which is in the future here.',
};

/**
 * Makes the functions by which changes are stamped and listed, and stamps new rows of these tables with them; for a migration.
 * ADR 7.
 */
export async function createChangeCursor(knex: Knex, tables: readonly string[]): Promise<void> {
  for (const text of FUNCTIONS.transactions) await knex.raw(`create function ${text}`);
  for (const [name, comment] of Object.entries(COMMENTS)) await knex.raw(`comment on function ${name} is '${comment}'`);
  for (const table of tables) {
    await knex.raw('alter table ?? alter column change_xid set default change_stamp()', [table]);
  }
}

/** Undoes `createChangeCursor`; for a migration. */
export async function dropChangeCursor(knex: Knex, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await knex.raw('alter table ?? alter column change_xid set default pg_current_xact_id()', [table]);
  }
  for (const name of Object.keys(COMMENTS)) await knex.raw(`drop function ${name}`);
}

/** The statements that let changes of the schema be listed by another order, as its owner. All rows must be stamped again after it. */
export const changeOrderStatements = (order: ChangeOrder): string[] =>
  FUNCTIONS[order].map((text) => `create or replace function ${text}`);
