import { type Db, type PreparedStatement, runPrepared } from '@svc/kit';
import type { Knex } from 'knex';

/** Followed data of other services, and the table with its copy. */
export const FOLLOWED = { funnels: 'funnel_states', catalogs: 'catalog_snapshots' } as const;
export type Followed = keyof typeof FOLLOWED;
/** Everything that has a cursor: followed data, erasures of analysis-svc, and changed sessions of this schema. */
export type CursorName = Followed | 'erasures' | 'events';

/** The position of a follower; empty: from the beginning. */
export async function readCursor(db: Db, name: CursorName): Promise<string> {
  const row = await db<{ name: CursorName; cursor: string }>('follower_cursors').where({ name }).first('cursor');
  return row?.cursor ?? '';
}

/** Stores a position. An older one may overwrite that of another replica: changes are then listed twice but never missed. */
export async function writeCursor(db: Db, name: CursorName, cursor: string): Promise<void> {
  await db('follower_cursors').insert({ name, cursor }).onConflict('name').merge();
}

/** The companies among these whose copy is missing or outdated. */
export async function listOutdated(
  db: Db,
  name: Followed,
  changes: readonly { companyId: string; version: number }[],
): Promise<string[]> {
  if (changes.length === 0) return [];
  const { rows } = await db.raw<{ rows: { company_id: string }[] }>(
    `select listed.company_id
       from unnest(?::text[], ?::bigint[]) as listed (company_id, version)
       left join ?? as stored on stored.company_id = listed.company_id
      where stored.version is null or stored.version < listed.version`,
    [changes.map(({ companyId }) => companyId), changes.map(({ version }) => version), `all_${FOLLOWED[name]}`],
  );
  return rows.map((row) => row.company_id);
}

/** One statement, so that the list and the cursor come from one snapshot. */
const LIST_CHANGED_COMPANIES: PreparedStatement = {
  name: 'list-changed-companies',
  text: `select change_position()::text as next,
            (select array_agg(distinct company_id) from (
               select company_id from all_company_configs where change_xid >= $1::xid8
               union all select company_id from all_catalog_snapshots where change_xid >= $1::xid8
               union all select company_id from all_funnel_states where change_xid >= $1::xid8
               union all select company_id from all_funnel_learning where change_xid >= $1::xid8
             ) changed) as company_ids`,
};

/**
 * Companies for which a replica stored anything since the cursor, and the next cursor. A change may be listed twice but is never
 * missed: an uncommitted transaction keeps the cursor below its own id.
 * @param cursor - null: only the next cursor is needed.
 */
export async function listChangedCompanies(
  db: Knex,
  cursor: string | null,
): Promise<{ companyIds: string[]; cursor: string }> {
  const { rows } = await runPrepared<{ next: string; company_ids: string[] | null }>(db, LIST_CHANGED_COMPANIES, [
    cursor,
  ]);
  return { companyIds: rows[0]!.company_ids ?? [], cursor: rows[0]!.next };
}
