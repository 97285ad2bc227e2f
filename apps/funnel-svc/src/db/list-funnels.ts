import type { Db } from '@svc/kit';
import type { FunnelEditSummary } from '../domain/funnel/funnel-edit.js';
import { listEdits } from './funnel-edits.js';
import type { FunnelRow, FunnelVersionRow } from './tables.js';
import { toSummary, type VersionSummary } from './versions.js';

/** A funnel as a list shows it. */
export interface FunnelSummary {
  seq: string;
  id: string;
  subdomain: string;
  name: string;
  host: string | null;
  paused: boolean;
  published: VersionSummary | null;
  draft: VersionSummary | null;
  /** null: nothing is being edited. */
  edit: FunnelEditSummary | null;
}

/** Funnels of a company that come after a position, in order of creation. @param archived - those that are, or those that are not. */
export async function listFunnels(
  db: Db,
  companyId: string,
  { archived, after, limit }: { archived: boolean; after: string | undefined; limit: number },
): Promise<FunnelSummary[]> {
  const query = db<FunnelRow & { seq: string }>('funnels').where('company_id', companyId).orderBy('seq').limit(limit);
  if (archived) query.whereNotNull('archived_at');
  else query.whereNull('archived_at');
  if (after !== undefined) query.where('seq', '>', after);
  const rows = await query;
  const ids = rows.flatMap((row) => [row.published_version_id, row.draft_version_id]).filter((id) => id !== null);
  const versions = await db<FunnelVersionRow>('funnel_versions')
    .select('seq', 'id', 'number', 'state', 'created_at', 'published_at')
    .where('company_id', companyId)
    .whereIn('id', ids);
  const edits = await listEdits(
    db,
    rows.map(({ id }) => id),
  );
  const byId = new Map(versions.map((row) => [row.id, toSummary(row)]));
  return rows.map((row) => ({
    seq: row.seq,
    id: row.id,
    subdomain: row.subdomain,
    name: row.name,
    host: row.host,
    paused: row.paused,
    published: byId.get(row.published_version_id ?? '') ?? null,
    draft: byId.get(row.draft_version_id ?? '') ?? null,
    edit: edits.get(row.id) ?? null,
  }));
}
