import type { Db } from '@svc/kit';
import type { GuardSum } from '../domain/experiments/guards.js';
import type { SplitCheck } from '../domain/experiments/split-check.js';

/** The last checks of a test. */
export interface ExperimentChecks {
  guards: GuardSum[];
  guardedAt: Date;
  split: { check: SplitCheck; at: Date } | null;
}

interface ChecksRow {
  guards: GuardSum[];
  guarded_at: Date;
  split: SplitCheck | null;
  split_at: Date | null;
}

export async function findChecks(db: Db, companyId: string, id: string): Promise<ExperimentChecks | undefined> {
  const row = await db('experiment_checks')
    .where({ company_id: companyId, experiment_id: id })
    .first<ChecksRow | undefined>('guards', 'guarded_at', 'split', 'split_at');
  return (
    row && {
      ...{ guards: row.guards, guardedAt: row.guarded_at },
      split: row.split && row.split_at && { check: row.split, at: row.split_at },
    }
  );
}

export async function saveChecks(db: Db, companyId: string, id: string, checks: ExperimentChecks): Promise<void> {
  const { guards, guardedAt, split } = checks;
  await db('experiment_checks')
    .insert({
      ...{ company_id: companyId, experiment_id: id, guards: JSON.stringify(guards), guarded_at: guardedAt },
      ...{ split: split && JSON.stringify(split.check), split_at: split?.at ?? null },
    })
    .onConflict(['company_id', 'experiment_id'])
    .merge();
}
