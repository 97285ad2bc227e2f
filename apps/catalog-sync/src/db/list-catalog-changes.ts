import type { Db } from '@svc/kit';

export interface CatalogChanges {
  changes: { companyId: string; version: number }[];
  cursor: string;
}

/**
 * Companies whose version was raised since the cursor. The next cursor is the oldest transaction that was still going on: one that
 * commits later is listed then, so a change may come twice but is never missed.
 * @param cursor - of the answer before; empty: from the beginning. One from a cluster whose transactions were further (a restored
 * database) begins anew too.
 */
export async function listCatalogChanges(db: Db, cursor: string): Promise<CatalogChanges> {
  const since = cursor === '' ? '0' : cursor;
  const { rows } = await db.raw<{ rows: { company_id: string | null; version: string | null; cursor: string }[] }>(
    `select c.company_id, c.version, pg_snapshot_xmin(now.snapshot)::text as cursor
       from (select pg_current_snapshot() as snapshot, ?::xid8 as since) now
       left join all_catalogs c
         on c.version > 0
        and c.change_xid >= case when since > pg_snapshot_xmax(now.snapshot) then '0'::xid8 else since end
      order by c.company_id`,
    [since],
  );
  const changes = rows.flatMap((row) =>
    row.company_id === null ? [] : [{ companyId: row.company_id, version: Number(row.version) }],
  );
  return { changes, cursor: rows[0]!.cursor };
}
