import type { FunnelVersion, Step } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { CurrentVersion } from '../domain/funnel/funnel.js';
import { endRunningTest } from './funnel-tests.js';
import type { FunnelVersionRow, VersionStateName } from './tables.js';

/** A version without its steps. */
export interface VersionSummary {
  seq: string;
  id: string;
  number: number;
  state: VersionStateName;
  createdAt: Date;
  publishedAt: Date | null;
}

interface Owner {
  companyId: string;
  funnelId: string;
}

/** Makes a version the current one of its state; the one before it is superseded or discarded. */
export async function insertVersion(
  db: Db,
  owner: Owner,
  version: CurrentVersion,
  state: 'DRAFT' | 'PUBLISHED',
  now: Date,
): Promise<void> {
  await retire(db, owner.funnelId, state);
  if (state === 'PUBLISHED') await endRunningTest(db, owner.funnelId, 'QUESTIONNAIRE', now);
  await db('funnel_versions').insert({
    id: version.id,
    company_id: owner.companyId,
    funnel_id: owner.funnelId,
    number: version.number,
    state,
    steps: JSON.stringify(version.steps),
    content_digest: version.contentDigest,
    given_digest: version.givenDigest,
    created_at: now,
    published_at: state === 'PUBLISHED' ? now : null,
  });
  await setVersionPointer(db, owner.funnelId, state, version.id);
}

/** Takes the current draft away. */
export async function discardDraft(db: Db, funnelId: string): Promise<void> {
  await retire(db, funnelId, 'DRAFT');
  await setVersionPointer(db, funnelId, 'DRAFT', null);
}

/** Makes the current draft, unchanged, the published version. */
export async function promoteDraft(db: Db, funnelId: string, draftId: string, now: Date): Promise<void> {
  await retire(db, funnelId, 'PUBLISHED');
  await endRunningTest(db, funnelId, 'QUESTIONNAIRE', now);
  await db('funnel_versions').where({ id: draftId }).update({ state: 'PUBLISHED', published_at: now });
  await db('funnels').where({ id: funnelId }).update({ published_version_id: draftId, draft_version_id: null });
}

async function retire(db: Db, funnelId: string, state: 'DRAFT' | 'PUBLISHED'): Promise<void> {
  await db('funnel_versions')
    .where({ funnel_id: funnelId, state })
    .update({ state: state === 'DRAFT' ? 'DISCARDED' : 'SUPERSEDED' });
}

async function setVersionPointer(
  db: Db,
  funnelId: string,
  state: 'DRAFT' | 'PUBLISHED',
  id: string | null,
): Promise<void> {
  const column = state === 'DRAFT' ? 'draft_version_id' : 'published_version_id';
  await db('funnels')
    .where({ id: funnelId })
    .update({ [column]: id });
}

/** One version of the company with its steps, in any state. */
export const findVersion = (db: Db, versionId: string): Promise<FunnelVersion | undefined> =>
  selectVersion(db, 'funnel_versions', versionId);

/** The same, whatever company it belongs to. */
export const findVersionOfAnyCompany = (db: Db, versionId: string): Promise<FunnelVersion | undefined> =>
  selectVersion(db, 'all_funnel_versions', versionId);

async function selectVersion(db: Db, table: string, versionId: string): Promise<FunnelVersion | undefined> {
  const row = await db<FunnelVersionRow>(table)
    .where({ id: versionId })
    .first('id', 'number', 'funnel_id', 'company_id', 'steps');
  return (
    row && {
      id: row.id,
      number: row.number,
      funnelId: row.funnel_id,
      companyId: row.company_id,
      steps: row.steps as Step[],
    }
  );
}

/** Versions of a funnel that are older than a position, newest first. Served by funnel_versions_newest_idx. */
export async function listVersions(
  db: Db,
  funnelId: string,
  before: string | undefined,
  limit: number,
): Promise<VersionSummary[]> {
  const query = summaries(db, funnelId).limit(limit);
  if (before !== undefined) query.where('seq', '<', before);
  return (await query).map(toSummary);
}

/** One version of a funnel with its steps, in any state. */
export async function findVersionOfFunnel(
  db: Db,
  funnelId: string,
  versionId: string,
): Promise<(VersionSummary & { steps: Step[] }) | undefined> {
  const row = await db<FunnelVersionRow>('funnel_versions').where({ id: versionId, funnel_id: funnelId }).first();
  return row && { ...toSummary(row), steps: row.steps };
}

/** All versions of a funnel, newest first. Served by funnel_versions_newest_idx. */
export const listAllVersions = async (db: Db, funnelId: string): Promise<VersionSummary[]> =>
  (await summaries(db, funnelId)).map(toSummary);

type SummaryRow = Pick<FunnelVersionRow, 'seq' | 'id' | 'number' | 'state' | 'created_at' | 'published_at'>;

const summaries = (db: Db, funnelId: string) =>
  db<FunnelVersionRow>('funnel_versions')
    .select('seq', 'id', 'number', 'state', 'created_at', 'published_at')
    .where({ funnel_id: funnelId })
    .orderBy('seq', 'desc');

export const toSummary = (row: SummaryRow): VersionSummary => ({
  seq: row.seq,
  id: row.id,
  number: row.number,
  state: row.state,
  createdAt: row.created_at,
  publishedAt: row.published_at,
});

/** Steps of versions of a company, in the order of the ids. @throws when there is no such version. */
export async function listSteps(db: Db, companyId: string, versionIds: readonly string[]): Promise<Step[][]> {
  const rows = await db<FunnelVersionRow>('funnel_versions')
    .select('id', 'steps')
    .where('company_id', companyId)
    .whereIn('id', [...versionIds]);
  const steps = new Map(rows.map((row) => [row.id, row.steps]));
  return versionIds.map((id) => {
    const found = steps.get(id);
    if (!found) throw new Error(`No version ${id}.`);
    return found;
  });
}
