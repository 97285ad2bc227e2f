import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import type { EndReason, Experiment, ExperimentDesign, StoredState } from '../domain/experiments/experiment.js';

interface ExperimentRow {
  company_id: string;
  experiment_id: string;
  seq: string;
  kind: ExperimentDesign['kind'];
  funnel_id: string;
  name: string;
  hypothesis: string;
  primary_measure: ExperimentDesign['primaryMeasure'];
  minimum_effect: number;
  arms: ExperimentDesign['arms'];
  state: StoredState;
  revision: number;
  plan: Experiment['plan'];
  revenue_cap: number | null;
  currency: string;
  salt: string;
  created_at: Date;
  started_at: Date | null;
  counts_from: Date | null;
  ended_at: Date | null;
  end_reason: EndReason | null;
}

/** A test with its place in the order of creation. */
export type ListedExperiment = Experiment & { seq: string };

export async function insertExperiment(trx: Db, experiment: Experiment): Promise<void> {
  await trx('experiments').insert(toRow(experiment));
}

/** Replaces everything that may change. */
export async function saveExperiment(trx: Db, experiment: Experiment): Promise<void> {
  const { company_id, experiment_id, created_at: _, ...row } = toRow(experiment);
  await trx('experiments').where({ company_id, experiment_id }).update(row);
}

export async function findExperiment(trx: Db, companyId: string, id: string): Promise<ListedExperiment | undefined> {
  const row = await select(trx, companyId, id).first();
  return row && toExperiment(row);
}

/** The same, locked until the end of the transaction. */
export async function lockExperiment(
  trx: Knex.Transaction,
  companyId: string,
  id: string,
): Promise<ListedExperiment | undefined> {
  const row = await select(trx, companyId, id).forUpdate().first();
  return row && toExperiment(row);
}

const select = (trx: Db, companyId: string, id: string) =>
  trx<ExperimentRow>('experiments').where({ company_id: companyId, experiment_id: id });

/** Newest first, older than a position. Served by experiments_newest_idx. */
export async function listExperiments(
  trx: Db,
  companyId: string,
  { before, limit, funnelId }: { before: string | undefined; limit: number; funnelId: string },
): Promise<ListedExperiment[]> {
  const query = trx<ExperimentRow>('experiments').where({ company_id: companyId }).orderBy('seq', 'desc').limit(limit);
  if (before !== undefined) query.where('seq', '<', before);
  if (funnelId !== '') query.where({ funnel_id: funnelId });
  return (await query).map(toExperiment);
}

const toRow = ({ design, ...rest }: Experiment) => ({
  ...{ company_id: rest.companyId, experiment_id: rest.id, kind: design.kind, funnel_id: design.funnelId },
  ...{ name: design.name, hypothesis: design.hypothesis, primary_measure: design.primaryMeasure },
  ...{ minimum_effect: design.minimumEffect, arms: JSON.stringify(design.arms) },
  ...{ state: rest.state, revision: rest.revision, plan: rest.plan && JSON.stringify(rest.plan) },
  ...{
    revenue_cap: rest.revenueCap,
    currency: rest.currency,
    salt: rest.salt,
    created_at: rest.createdAt,
    started_at: rest.startedAt,
  },
  ...{ counts_from: rest.countsFrom, ended_at: rest.endedAt, end_reason: rest.endReason },
});

const toExperiment = (row: ExperimentRow): ListedExperiment => ({
  ...{ companyId: row.company_id, id: row.experiment_id, seq: row.seq, state: row.state, revision: row.revision },
  design: {
    ...{ name: row.name, kind: row.kind, funnelId: row.funnel_id, hypothesis: row.hypothesis },
    ...{ primaryMeasure: row.primary_measure, minimumEffect: row.minimum_effect, arms: row.arms },
  },
  ...{ plan: row.plan, revenueCap: row.revenue_cap, currency: row.currency, salt: row.salt, createdAt: row.created_at },
  ...{ startedAt: row.started_at, countsFrom: row.counts_from, endedAt: row.ended_at, endReason: row.end_reason },
});
