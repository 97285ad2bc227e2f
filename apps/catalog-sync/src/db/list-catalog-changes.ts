import { type PreparedStatement, runPrepared } from '@svc/kit';
import type { Knex } from 'knex';

export interface CatalogChanges {
  changes: { companyId: string; version: number }[];
  cursor: string;
}

const LIST_CATALOG_CHANGES: PreparedStatement = {
  name: 'list-catalog-changes',
  text: `select c.company_id, c.version, now.position::text as cursor
       from (select change_position() as position) now
       left join all_catalogs c on c.version > 0 and c.change_xid >= change_start($1::xid8)
      order by c.company_id`,
};

/**
 * Companies whose version was raised since the cursor. The next cursor is so early that a change which commits later is listed
 * then (ADR 7). So a change may be listed twice but is never missed.
 * @param cursor - of the previous response; empty: from the beginning. A cursor that is ahead of the database, for example from
 * before a backup was restored, starts from the beginning too.
 */
export async function listCatalogChanges(db: Knex, cursor: string): Promise<CatalogChanges> {
  const since = cursor === '' ? '0' : cursor;
  const { rows } = await runPrepared<{ company_id: string | null; version: string | null; cursor: string }>(
    db,
    LIST_CATALOG_CHANGES,
    [since],
  );
  const changes = rows.flatMap((row) =>
    row.company_id === null ? [] : [{ companyId: row.company_id, version: Number(row.version) }],
  );
  return { changes, cursor: rows[0]!.cursor };
}
