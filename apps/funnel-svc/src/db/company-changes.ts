import type { FunnelTest } from '@svc/domain';
import { type Db, type PreparedStatement, runPrepared, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { listRunningTests } from './funnel-tests.js';

export interface CompanyState {
  version: number;
  language: string;
  funnels: {
    funnelId: string;
    subdomain: string;
    publishedVersionId: string | null;
    draftVersionId: string | null;
    publishedAt: Date | null;
    archived: boolean;
    /** Running ones. */
    tests: FunnelTest[];
  }[];
}

interface StateRow {
  version: string;
  language: string;
  id: string | null;
  subdomain: string | null;
  published_version_id: string | null;
  draft_version_id: string | null;
  published_at: Date | null;
  archived: boolean;
}

/** Versions in force of all funnels. One statement reads them and `version`, so they belong together. */
export async function findCompanyState(db: Db, companyId: string): Promise<CompanyState | undefined> {
  const { rows } = (await db.raw(
    `select c.version, c.language, f.id, f.subdomain, f.published_version_id, f.draft_version_id,
            v.published_at, f.archived_at is not null as archived
       from companies c
       left join funnels f on f.company_id = c.id
       left join funnel_versions v on v.id = f.published_version_id
      where c.id = ?
      order by f.seq`,
    [companyId],
  )) as { rows: StateRow[] };
  const first = rows[0];
  if (!first) return undefined;
  const tests = await listRunningTests(db, companyId);
  return {
    version: Number(first.version),
    language: first.language,
    funnels: rows.flatMap((row) =>
      row.id === null || row.subdomain === null
        ? []
        : {
            funnelId: row.id,
            subdomain: row.subdomain,
            publishedVersionId: row.published_version_id,
            draftVersionId: row.draft_version_id,
            publishedAt: row.published_at,
            archived: row.archived,
            tests: tests.get(row.id) ?? [],
          },
    ),
  };
}

const LIST_COMPANY_CHANGES: PreparedStatement = {
  name: 'list-company-changes',
  text: `select now.position::text as next_cursor, c.id, c.version
       from (select change_position() as position) now
       left join all_companies c on c.change_xid >= change_start($1::text::xid8)`,
};

/**
 * Companies that changed at or after the cursor, and the next cursor, which is so early that a change which commits late is listed
 * by the next call (ADR 7). A change may be listed twice, never missed.
 * A cursor from the future (the database was restored) starts from the beginning.
 * @param cursor - a position as text; empty: from the beginning.
 * @throws ServiceError INVALID_REQUEST on another cursor.
 */
export async function listCompanyChanges(
  db: Knex,
  cursor: string,
): Promise<{ changes: { companyId: string; version: number }[]; cursor: string }> {
  if (!/^\d{0,19}$/.test(cursor)) {
    throw new ServiceError('INVALID_REQUEST', 'cursor must be one that ListCompanyChanges returned.');
  }
  const { rows } = await runPrepared<{ next_cursor: string; id: string | null; version: string }>(
    db,
    LIST_COMPANY_CHANGES,
    [cursor === '' ? '0' : cursor],
  );
  return {
    changes: rows.flatMap((row) => (row.id === null ? [] : { companyId: row.id, version: Number(row.version) })),
    cursor: rows[0]?.next_cursor ?? cursor,
  };
}
