import type { MatchingAnswers } from '@svc/domain';
import { continueList, type ListCursor, type PreparedStatement, runPrepared } from '@svc/kit';
import type { Knex } from 'knex';

/** Analyses listed by one call. */
const FACT_PAGE = 500;

/** An analysis as reports may know it. */
export interface FactRow {
  id: string;
  companyId: string;
  funnelId: string;
  versionId: string;
  source: string;
  locale: string;
  createdAt: Date;
  answers: MatchingAnswers;
  hasSelfie: boolean;
  hasFirstName: boolean;
  hasLastName: boolean;
  hasEmail: boolean;
  /** null: not known. */
  isRetake: boolean | null;
  /** The test that assigned the version; null: none. */
  experimentId: string | null;
}

interface PageRow extends FactRow {
  oldest: string;
  xid: string | null;
  key: string;
}

const LIST_ANALYSIS_FACTS: PreparedStatement = {
  name: 'list-analysis-facts',
  text: `with now as materialized (
       select change_position() as oldest, change_start($1::text::xid8) as xid
     ), start as materialized (
       select oldest, xid, case when xid = $1::text::xid8 then $2::bigint else -1 end as key from now
     )
     select start.oldest::text as oldest, page.stamp::text as xid, page.key::text as key, page.id, page.company_id as "companyId",
       page.funnel_id as "funnelId", page.version_id as "versionId", page.source, page.page_locale as locale,
       page.created_at as "createdAt", page.answers, page.selfie_sent as "hasSelfie", page.has_first_name as "hasFirstName",
       page.has_last_name as "hasLastName", page.has_email as "hasEmail", page.is_retake as "isRetake",
       page.experiment_id as "experimentId"
     from start left join lateral (
       select * from all_analyses as analysis
       where (analysis.stamp, analysis.key) > (start.xid, start.key) and not analysis.is_preview
       order by analysis.stamp, analysis.key limit $3
     ) as page on true
     order by page.stamp, page.key`,
};

/**
 * Lists one page of analyses at or after a cursor, without previews, ordered by transaction, with the cursor of the next page, as
 * `listErasedAnalyses` does (ADR 0007). Served by analyses_change_idx.
 */
export async function listAnalysisFacts(
  db: Knex,
  cursor: ListCursor,
): Promise<{ rows: FactRow[]; next: ListCursor; isLast: boolean }> {
  const after = cursor.after ?? { xid: cursor.from, key: '-1' };
  const { rows } = await runPrepared<PageRow>(db, LIST_ANALYSIS_FACTS, [after.xid, after.key, FACT_PAGE]);
  const listed = rows.filter((row): row is PageRow & { xid: string } => row.xid !== null);
  const last = listed.length === FACT_PAGE ? listed.at(-1) : undefined;
  return { rows: listed, next: continueList(cursor, rows[0]?.oldest, last), isLast: last === undefined };
}
