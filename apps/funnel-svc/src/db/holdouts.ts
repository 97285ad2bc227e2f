import type { FunnelTest } from '@svc/domain';
import type { Db } from '@svc/kit';

/**
 * Puts a running holdout in place of the last one of the company.
 * @returns false: it is there already, or has ended.
 */
export async function putHoldout(trx: Db, companyId: string, test: FunnelTest): Promise<boolean> {
  const rows = await trx('holdouts')
    .insert({ company_id: companyId, experiment_id: test.id, test: JSON.stringify(test), ended_at: null })
    .onConflict('company_id')
    .merge()
    .whereNot('holdouts.experiment_id', test.id)
    .returning('company_id');
  return rows.length > 0;
}

/** @returns false: it has ended before, or was never there. */
export async function endHoldout(trx: Db, companyId: string, experimentId: string, now: Date): Promise<boolean> {
  const where = { company_id: companyId, experiment_id: experimentId };
  return (await trx('holdouts').where(where).whereNull('ended_at').update({ ended_at: now })) > 0;
}

/** Visitors are no longer kept: that ends the holdout. docs/insight.md N14.2. */
export async function endRunningHoldout(trx: Db, companyId: string, now: Date): Promise<void> {
  await trx('holdouts').where({ company_id: companyId }).whereNull('ended_at').update({ ended_at: now });
}

/** The last one, whether it runs or not. */
export async function listHoldouts(trx: Db, companyId: string): Promise<{ id: string; endedAt: Date | null }[]> {
  const rows = await trx('holdouts')
    .where({ company_id: companyId })
    .select<{ experiment_id: string; ended_at: Date | null }[]>('experiment_id', 'ended_at');
  return rows.map(({ experiment_id, ended_at }) => ({ id: experiment_id, endedAt: ended_at }));
}

/** The running one. */
export async function findHoldout(trx: Db, companyId: string): Promise<FunnelTest | undefined> {
  const where = { company_id: companyId, ended_at: null };
  return (await trx('holdouts').where(where).first<{ test: FunnelTest } | undefined>('test'))?.test;
}
