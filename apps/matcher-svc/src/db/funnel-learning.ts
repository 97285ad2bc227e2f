import type { Db } from '@svc/kit';
import type { BuildOutcome, FunnelKey, LearnedFrom, LearningState } from '../domain/funnel-model.js';
import { NEVER_BUILT } from '../domain/funnel-model.js';

interface Row {
  last_version: number;
  active_version: number | null;
  pinned: boolean;
  seen: string | null;
  outcome: BuildOutcome | null;
  reason: string | null;
  ended_at: Date | null;
  sessions: string | null;
  impressions: string | null;
  building: boolean;
}

const of = ({ companyId, funnelId }: FunnelKey) => ({ company_id: companyId, funnel_id: funnelId });

/** Versions of a company's active models by funnel. */
export async function readActiveModels(db: Db, companyId: string): Promise<Map<string, number>> {
  const rows = await db('funnel_learning')
    .where({ company_id: companyId })
    .whereNotNull('active_version')
    .select<{ funnel_id: string; active_version: number }[]>('funnel_id', 'active_version');
  return new Map(rows.map((row) => [row.funnel_id, row.active_version]));
}

export async function readLearning(db: Db, key: FunnelKey): Promise<LearningState> {
  const row = await db('funnel_learning')
    .where(of(key))
    .first<Row | undefined>('*', db.raw('coalesce(claimed_until > now(), false) as building'));
  if (!row) return NEVER_BUILT;
  return {
    lastVersion: row.last_version,
    activeVersion: row.active_version,
    pinned: row.pinned,
    seen: row.seen,
    outcome: row.outcome,
    reason: row.reason,
    endedAt: row.ended_at,
    learnedFrom:
      row.sessions === null ? null : { sessions: Number(row.sessions), impressions: Number(row.impressions) },
    building: row.building,
  };
}

/**
 * Claims the build of a model unless one is running. A claim instead of a lock, because a build takes seconds and an open
 * transaction would delay what replicas follow. Measured by the clock of the database.
 * @param leaseMs - time after which another build may claim, in case this one crashed.
 */
export async function claimBuild(db: Db, key: FunnelKey, build: string, leaseMs: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into funnel_learning (company_id, funnel_id, claimed_by, claimed_until)
     values (:companyId, :funnelId, :build, now() + :leaseMs * interval '1 millisecond')
     on conflict (company_id, funnel_id) do update
       set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
       where funnel_learning.claimed_until is null or funnel_learning.claimed_until <= now()
     returning 1`,
    { ...key, build, leaseMs },
  );
  return rows.length > 0;
}

/** Stores the outcome of a build and releases the claim. @returns whether the claim was still held by this build. */
export async function endBuild(
  db: Db,
  key: FunnelKey,
  build: string,
  end: { outcome: BuildOutcome; reason: string | null; seen: string | null; learnedFrom?: LearnedFrom },
): Promise<boolean> {
  const { learnedFrom, ...rest } = end;
  const counts = learnedFrom && { sessions: learnedFrom.sessions, impressions: learnedFrom.impressions };
  const ended = await db('funnel_learning')
    .where({ ...of(key), claimed_by: build })
    .update({ ...rest, ...counts, ended_at: db.fn.now(), claimed_by: null, claimed_until: null });
  return ended > 0;
}

/** Releases the claim of a build that had nothing to do. */
export async function releaseClaim(db: Db, key: FunnelKey, build: string): Promise<void> {
  await db('funnel_learning')
    .where({ ...of(key), claimed_by: build })
    .update({ claimed_by: null, claimed_until: null });
}

/** Locks the funnel's row until the transaction ends, if this build still holds the claim. */
export async function lockClaim(db: Db, key: FunnelKey, build: string): Promise<LearningState | null> {
  const claimed = await db('funnel_learning')
    .where({ ...of(key), claimed_by: build })
    .forUpdate()
    .first('company_id');
  return claimed ? readLearning(db, key) : null;
}

/** Stores the version of the newest model. */
export async function raiseVersion(db: Db, key: FunnelKey, version: number): Promise<void> {
  await db('funnel_learning').where(of(key)).update({ last_version: version });
}

/** Activates a model and thereby notifies the replicas. */
export async function writeActive(db: Db, key: FunnelKey, version: number | null, pinned: boolean): Promise<void> {
  await db('funnel_learning')
    .where(of(key))
    .update({ active_version: version, pinned, change_xid: db.raw('change_stamp()') });
}
