import { continueList, type Db, type ListCursor, type PreparedStatement, runPrepared } from '@svc/kit';
import type { Knex } from 'knex';

/** Hashes listed by one call. */
const ERASED_PAGE = 1_000;
/** Days that an erasure stays listed. Contract of `ListErasedAnalyses`. */
const ERASED_LIFETIME_DAYS = 35;
/** Rows deleted by one statement. */
export const ERASED_DELETE_BATCH = 1_000;

interface PageRow {
  oldest: string;
  xid: string | null;
  hash: Buffer | null;
}

const LIST_ERASED_ANALYSES: PreparedStatement = {
  name: 'list-erased-analyses',
  text: `with now as materialized (
       select change_position() as oldest, change_start($1::text::xid8) as xid
     ), start as materialized (
       select oldest, xid, case when xid = $1::text::xid8 then $2::bytea else '' end as hash from now
     )
     select start.oldest::text as oldest, page.change_xid::text as xid, page.id_hash as hash
     from start left join lateral (
       select change_xid, id_hash from erased_analyses as erased
       where (erased.change_xid, erased.id_hash) > (start.xid, start.hash)
       order by erased.change_xid, erased.id_hash limit $3
     ) as page on true
     order by page.change_xid, page.id_hash`,
};

/**
 * Lists one page of erasures at or after a cursor, ordered by transaction and hash, with the cursor of the next page. A cursor from
 * the future (the database was restored) starts from the beginning. Served by erased_analyses_change_idx.
 */
export async function listErasedAnalyses(
  db: Knex,
  cursor: ListCursor,
): Promise<{ hashes: Buffer[]; next: ListCursor }> {
  const { xid, key } = cursor.after ?? { xid: cursor.from, key: '' };
  const { rows } = await runPrepared<PageRow>(db, LIST_ERASED_ANALYSES, [xid, Buffer.from(key, 'hex'), ERASED_PAGE]);
  const listed = rows.flatMap(({ xid, hash }) => (xid === null || hash === null ? [] : { xid, hash }));
  const last = listed.length === ERASED_PAGE ? listed.at(-1) : undefined;
  return {
    hashes: listed.map(({ hash }) => hash),
    next: continueList(cursor, rows[0]?.oldest, last && { xid: last.xid, key: last.hash.toString('hex') }),
  };
}

/**
 * Deletes up to 1,000 entries that are older than 35 days. Replicas may run it concurrently. Served by
 * erased_analyses_erased_at_idx.
 * @returns the number of deleted entries.
 */
export async function deleteOldErasures(db: Knex): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `with expired as (
       select id_hash from erased_analyses where erased_at < now() - ? * interval '1 day'
       order by erased_at limit ? for update skip locked
     )
     delete from erased_analyses as entry using expired where entry.id_hash = expired.id_hash`,
    [ERASED_LIFETIME_DAYS, ERASED_DELETE_BATCH],
  );
  return rowCount;
}

/** Lists hashes as erased, so that followers erase what they have of them; those that are listed stay as they are. */
export async function listAsErased(db: Db, hashes: Buffer[]): Promise<void> {
  await db.raw('insert into erased_analyses (id_hash) select unnest(?::bytea[]) on conflict (id_hash) do nothing', [
    hashes,
  ]);
}
