import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { loadTimeZone } from '../../db/company-zones.js';
import { type ExperimentChecks, findChecks } from '../../db/experiment-checks.js';
import { type ExperimentDay, listDays, readSummedUntil } from '../../db/experiment-days.js';
import { findExperiment } from '../../db/experiments.js';
import { type Evaluation, evaluate, isDecided } from '../../domain/experiments/evaluate.js';
import type { Experiment } from '../../domain/experiments/experiment.js';
import { compareGuards, type GuardResult } from '../../domain/experiments/guards.js';

export interface Results {
  experiment: Experiment;
  evaluation: Evaluation;
  days: ExperimentDay[];
  timeZone: string;
  asOf: Date;
  /** Null: nothing was added up yet. */
  completeUntil: Date | null;
  guards: GuardResult[];
  /** Null: not made yet. */
  split: ExperimentChecks['split'];
}

/** Whether the test has a result at this time. */
export async function loadOutcome(trx: Knex.Transaction, experiment: Experiment, now: Date): Promise<boolean> {
  return isDecided(evaluate(experiment, await listDays(trx, experiment.companyId, experiment.id), now));
}

/** Sums of this age are made again when they are read. */
const FRESH_MS = 5_000;

/** Figures of a test from its sums of days. @param deps.onStale - there may be newer ones. @throws ServiceError NOT_FOUND; CONFLICT for a draft. */
export function loadResults({ db, clock, onStale }: { db: Knex; clock: Clock; onStale(): void }) {
  return (companyId: string, id: string): Promise<Results> =>
    forCompany(db, companyId, async (trx) => {
      const experiment = await findExperiment(trx, companyId, id);
      if (!experiment) throw new ServiceError('NOT_FOUND', 'There is no such test.');
      if (!experiment.startedAt) throw new ServiceError('CONFLICT', 'The test has not started, so it has no results.');
      const asOf = clock.now();
      const days = await listDays(trx, companyId, id);
      const completeUntil = await readSummedUntil(trx, companyId, id);
      const checks = await findChecks(trx, companyId, id);
      if (!completeUntil || asOf.getTime() - completeUntil.getTime() > FRESH_MS) onStale();
      return {
        ...{ experiment, evaluation: evaluate(experiment, days, asOf), days, asOf },
        timeZone: await loadTimeZone(trx, companyId),
        completeUntil,
        guards: compareGuards(checks?.guards ?? [], experiment.plan?.plannedUnits ?? 1),
        split: checks?.split ?? null,
      };
    });
}
