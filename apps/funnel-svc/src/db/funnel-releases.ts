import type { FunnelMatching } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { FunnelRelease, ReleasedSettings, ReleaseMark } from '../domain/funnel/funnel-release.js';
import type { FunnelReleaseRow } from './tables.js';

/** Releases of a funnel whose settings are kept. */
const MAX_KEPT_SETTINGS = 200;

export interface NewRelease extends ReleaseMark {
  companyId: string;
  funnelId: string;
  versionId: string;
  now: Date;
  /** In force until now; undefined: not known. */
  before: ReleasedSettings | undefined;
}

/**
 * Ends the release in force and begins the next one; part of the transaction that publishes. The one that ends keeps the settings that
 * were in force with it last, so that restoring it brings back what this release ended.
 * @returns its number.
 */
export async function insertRelease(db: Db, release: NewRelease): Promise<number> {
  const { funnelId, before } = release;
  const number = (await findLastNumber(db, funnelId)) + 1;
  if (before) {
    await db('funnel_releases')
      .where({ funnel_id: funnelId, number: number - 1 })
      .update({ settings_version: before.version, settings: JSON.stringify(before.settings) });
  }
  await db('funnel_releases')
    .where({ funnel_id: funnelId })
    .where('number', '<', number - MAX_KEPT_SETTINGS)
    .whereNotNull('settings')
    .update({ settings: null });
  await db('funnel_releases').insert({
    funnel_id: funnelId,
    number,
    company_id: release.companyId,
    version_id: release.versionId,
    restored: release.restored ?? null,
    note: release.note,
    released_at: release.now,
    released_by: release.userName,
    released_by_id: release.userId ?? null,
    settings_version: null,
    settings: null,
  });
  return number;
}

/** 0: the funnel has none. */
export async function findLastNumber(db: Db, funnelId: string): Promise<number> {
  const row = await db<FunnelReleaseRow>('funnel_releases')
    .where({ funnel_id: funnelId })
    .orderBy('number', 'desc')
    .first('number');
  return Number(row?.number ?? 0);
}

type SummaryRow = Omit<FunnelReleaseRow, 'settings' | 'released_by_id'> & { version_number: number };

/** Releases of a funnel before one of them, newest first. */
export async function listReleases(
  db: Db,
  funnelId: string,
  before: string | undefined,
  limit: number,
): Promise<FunnelRelease[]> {
  const query = db('funnel_releases as r')
    .join('funnel_versions as v', 'v.id', 'r.version_id')
    .select('r.number', 'r.version_id', 'v.number as version_number', 'r.restored', 'r.note')
    .select('r.released_at', 'r.released_by', 'r.settings_version')
    .where('r.funnel_id', funnelId)
    .orderBy('r.number', 'desc')
    .limit(limit);
  if (before !== undefined) query.where('r.number', '<', before);
  const rows: SummaryRow[] = await query;
  return rows.map((row) => ({
    number: Number(row.number),
    version: { id: row.version_id, number: row.version_number },
    restored: row.restored === null ? undefined : Number(row.restored),
    note: row.note,
    releasedAt: row.released_at,
    userName: row.released_by,
    settingsVersion: row.settings_version === null ? null : Number(row.settings_version),
  }));
}

/** What a release needs to be restored. Settings are null if they are in force or not kept. */
export async function findRelease(
  db: Db,
  funnelId: string,
  number: number,
): Promise<{ number: number; versionId: string; settings: FunnelMatching | null } | undefined> {
  const row = await db<FunnelReleaseRow>('funnel_releases')
    .where({ funnel_id: funnelId, number: String(number) })
    .first('number', 'version_id', 'settings');
  return row && { number: Number(row.number), versionId: row.version_id, settings: row.settings };
}
