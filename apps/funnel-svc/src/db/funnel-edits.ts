import type { Problem } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { FunnelEdit, FunnelEditSummary } from '../domain/funnel/funnel-edit.js';
import type { FunnelEditRow } from './tables.js';

type StoredEdit = Omit<FunnelEdit, 'revision'> & { hasSettings: boolean; userId: string | undefined };

export async function findEdit(db: Db, funnelId: string): Promise<FunnelEdit | undefined> {
  const row = await db<FunnelEditRow>('funnel_edits').where({ funnel_id: funnelId }).first();
  return (
    row && {
      ...toSummary(row),
      baseVersionId: row.base_version_id,
      parts: row.parts,
      problems: row.problems,
      warnings: row.warnings,
    }
  );
}

/** Which of these funnels have an edit. */
export async function listEdits(db: Db, funnelIds: readonly string[]): Promise<Map<string, FunnelEditSummary>> {
  const rows = await db<FunnelEditRow>('funnel_edits')
    .select('funnel_id', 'revision', 'updated_at', 'updated_by')
    .whereIn('funnel_id', [...funnelIds]);
  return new Map(rows.map((row) => [row.funnel_id, toSummary(row)]));
}

type SummaryRow = Pick<FunnelEditRow, 'revision' | 'updated_at' | 'updated_by'>;

const toSummary = (row: SummaryRow): FunnelEditSummary => ({
  revision: Number(row.revision),
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
});

/** The first save. Undefined: there is an edit already. */
export async function insertEdit(
  db: Db,
  owner: { companyId: string; funnelId: string },
  edit: StoredEdit,
): Promise<number | undefined> {
  const revision = edit.updatedAt.getTime();
  const found = await db<FunnelEditRow>('funnel_edits')
    .insert({
      funnel_id: owner.funnelId,
      company_id: owner.companyId,
      revision: String(revision),
      base_version_id: edit.baseVersionId,
      ...toColumns(edit),
    })
    .onConflict('funnel_id')
    .ignore()
    .returning('revision');
  return found.length > 0 ? revision : undefined;
}

/** A later save. Undefined: there is no edit with this revision. */
export async function updateEdit(
  db: Db,
  funnelId: string,
  expected: number,
  edit: StoredEdit,
): Promise<number | undefined> {
  const changed = await db('funnel_edits')
    .where({ funnel_id: funnelId, revision: expected })
    .update({ revision: expected + 1, base_version_id: edit.baseVersionId, ...toColumns(edit) });
  return changed > 0 ? expected + 1 : undefined;
}

const toColumns = (edit: StoredEdit) => ({
  parts: toJson(edit.parts),
  has_settings: edit.hasSettings,
  problems: toJson(edit.problems),
  warnings: toJson(edit.warnings),
  updated_at: edit.updatedAt,
  updated_by: edit.updatedBy,
  updated_by_id: edit.userId ?? null,
});

/** `json` columns take text; their rows have the value. */
const toJson = <T extends object>(value: T): T & readonly Problem[] => JSON.stringify(value) as never;

/** That the draft version was made of a revision. */
export async function markDrafted(db: Db, funnelId: string, revision: number, versionId: string): Promise<void> {
  await db('funnel_edits')
    .where({ funnel_id: funnelId })
    .update({ base_version_id: versionId, drafted_revision: revision });
}

/** @returns false when there is an edit with another revision. */
export async function deleteEdit(db: Db, funnelId: string, expected: number): Promise<boolean> {
  const deleted = await db('funnel_edits').where({ funnel_id: funnelId, revision: expected }).delete();
  return deleted > 0 || (await db('funnel_edits').where({ funnel_id: funnelId }).first('funnel_id')) === undefined;
}

/** Deletes the edit that a draft is all of; one that has changed since, or has more than steps, stays. */
export async function deleteDraftedEdit(db: Db, funnelId: string, draftId: string): Promise<void> {
  await db('funnel_edits')
    .where({ funnel_id: funnelId, base_version_id: draftId, has_settings: false })
    .whereRaw('drafted_revision = revision')
    .delete();
}

/** Deletes the edit of a funnel, all of which is in force. The caller has compared its revision under the lock of the company. */
export async function deleteReleasedEdit(db: Db, funnelId: string): Promise<void> {
  await db('funnel_edits').where({ funnel_id: funnelId }).delete();
}

/** Keeps the edit from being changed until the transaction ends. Undefined: there is none. */
export async function lockEdit(db: Db, funnelId: string): Promise<number | undefined> {
  const row = await db<FunnelEditRow>('funnel_edits').where({ funnel_id: funnelId }).forUpdate().first('revision');
  return row && Number(row.revision);
}

/** The draft that was made of the edit of a funnel and is all of it. Undefined: there is none. */
export async function findDraftedEdit(db: Db, funnelId: string): Promise<string | undefined> {
  const row = await db<FunnelEditRow>('funnel_edits')
    .where({ funnel_id: funnelId, has_settings: false })
    .whereRaw('drafted_revision = revision')
    .first('base_version_id');
  return row?.base_version_id ?? undefined;
}
