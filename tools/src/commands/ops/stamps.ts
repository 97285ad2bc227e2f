import { type ChangeOrder, changeOrderStatements } from '@svc/kit';
import type pg from 'pg';
import type { SchemaName } from './schema-names.js';
import type { Connections } from './schemas.js';

/** Tables whose rows say which transaction changed them last (ADR 7). */
export async function listStampedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(class.relname) as name
       from pg_attribute attribute join pg_class class on class.oid = attribute.attrelid
      where attribute.attname = 'change_xid' and class.relkind in ('r', 'p') and not class.relispartition
        and class.relnamespace = current_schema()::regnamespace
      order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Lets the changes of a schema be listed in another order. All its rows must be stamped again. */
export async function changeOrder(client: pg.Client, order: ChangeOrder): Promise<void> {
  for (const text of changeOrderStatements(order)) await client.query(text);
}

/** Marks every row of a schema as changed by the current transaction. @returns the number of rows. */
export async function stampSchema(client: pg.Client): Promise<number> {
  let rows = 0;
  for (const table of await listStampedTables(client)) {
    const { rowCount } = await client.query(`update ${table} set change_xid = change_stamp()`);
    rows += rowCount ?? 0;
  }
  return rows;
}

/** Rows whose stamps belong to another numbering: those that this server has not reached. */
export async function countFutureStamps(client: pg.Client): Promise<number> {
  let rows = 0;
  for (const table of await listStampedTables(client)) {
    const { rows: counted } = await client.query<{ count: string }>(
      `select count(*) as count from ${table} where change_start(change_xid) <> change_xid`,
    );
    rows += Number(counted[0]?.count);
  }
  return rows;
}

/** What others follow of a service: the names of their positions in `follower_cursors`. matcher-svc has positions in all of its sources. */
export const FOLLOWED: Readonly<Partial<Record<SchemaName, readonly string[]>>> = {
  funnel: ['funnels'],
  catalog: ['catalogs'],
  analysis: ['erasures', 'facts'],
  matcher: ['events'],
};

/** Makes followers in matcher-svc, insight-svc and chat-svc begin again. @param names - all, if there are none. */
export async function deleteCursors(
  { matcher, insight, chat }: Pick<Connections, 'matcher' | 'insight' | 'chat'>,
  names?: readonly string[],
): Promise<number> {
  const remove = 'delete from follower_cursors where $1::text[] is null or name = any($1)';
  let deleted = 0;
  for (const client of [matcher, insight, chat]) deleted += (await client.query(remove, [names ?? null])).rowCount ?? 0;
  return deleted;
}
