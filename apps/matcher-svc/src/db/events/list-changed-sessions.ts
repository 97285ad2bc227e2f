import { INTERACTION_TYPES, type InteractionType } from '@svc/domain';
import { continueList, type ListCursor, type PreparedStatement, runPrepared } from '@svc/kit';
import type { Knex } from 'knex';

/** Sessions listed by one call: each may have 2,000 events. */
const SESSION_PAGE = 200;

/** What shoppers did with the variants of one analysis. */
export interface ChangedSession {
  analysisHash: Buffer;
  companyId: string;
  variants: { variantId: string; types: InteractionType[] }[];
}

interface PageRow {
  oldest: string;
  xid: string | null;
  hash: Buffer;
  company_id: string;
  variants: [variantId: string, types: number[]][] | null;
}

/** Previews and erased sessions are part of a page, so that it ends after so many rows, and are left out of the list. */
const LIST_CHANGED_SESSIONS: PreparedStatement = {
  name: 'list-changed-sessions',
  text: `with now as materialized (
       select change_position() as oldest, change_start($1::text::xid8) as xid
     ), start as materialized (
       select oldest, xid, case when xid = $1::text::xid8 then $2::bytea else '' end as hash from now
     )
     select start.oldest::text as oldest, page.change_xid::text as xid, page.analysis_hash as hash, page.company_id,
       case when page.is_counted then (
         select json_agg(json_build_array(variant_id, types)) from (
           select variant_id, array_agg(distinct type) as types from interaction_events
           where analysis_hash = page.analysis_hash and day = page.day group by variant_id
         ) as variant) end as variants
     from start left join lateral (
       select change_xid, analysis_hash, company_id, day, not is_preview and erased_at is null as is_counted
       from all_event_sessions as session
       where session.change_xid >= start.xid and (session.change_xid, session.analysis_hash) > (start.xid, start.hash)
       order by session.change_xid, session.analysis_hash limit $3
     ) as page on true
     order by page.change_xid, page.analysis_hash`,
};

/**
 * Lists one page of sessions that changed at or after a cursor, with the events that are kept, and the cursor of the next page.
 * ADR 7. Served by event_sessions_change_idx.
 */
export async function listChangedSessions(
  db: Knex,
  cursor: ListCursor,
): Promise<{ sessions: ChangedSession[]; next: ListCursor; isLast: boolean }> {
  const { xid, key } = cursor.after ?? { xid: cursor.from, key: '' };
  const { rows } = await runPrepared<PageRow>(db, LIST_CHANGED_SESSIONS, [xid, Buffer.from(key, 'hex'), SESSION_PAGE]);
  const listed = rows.filter((row): row is PageRow & { xid: string } => row.xid !== null);
  const last = listed.length === SESSION_PAGE ? listed.at(-1) : undefined;
  return {
    sessions: listed.flatMap(({ hash, company_id, variants }) =>
      variants === null ? [] : [{ analysisHash: hash, companyId: company_id, variants: variants.map(toVariant) }],
    ),
    next: continueList(cursor, rows[0]?.oldest, last && { xid: last.xid, key: last.hash.toString('hex') }),
    isLast: last === undefined,
  };
}

const toVariant = ([variantId, types]: [string, number[]]) => ({
  variantId,
  types: types.map((type) => INTERACTION_TYPES[type - 1]!),
});
