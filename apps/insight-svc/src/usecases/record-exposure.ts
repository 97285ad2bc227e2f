import { assignArm, type Clock, forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { findExperiment } from '../db/experiments.js';
import { hashVisitor, saveExposure } from '../db/exposures.js';

/**
 * Counts a visitor as a unit of a running holdout, once. The arm is computed here, so that a page cannot choose one.
 * Does nothing for a test that does not run. docs/insight.md N14.3.
 */
export function recordExposure({ db, clock }: { db: Knex; clock: Clock }) {
  return (companyId: string, experimentId: string, visitorId: string): Promise<void> =>
    forCompany(db, companyId, async (trx) => {
      const experiment = await findExperiment(trx, companyId, experimentId);
      if (experiment?.state !== 'RUNNING' || experiment.design.kind !== 'HOLDOUT') return;
      const { countsFrom } = experiment;
      if (!countsFrom) return;
      const { arms } = experiment.design;
      const place = assignArm(
        experiment.salt,
        visitorId,
        arms.map(({ weight }) => weight),
      );
      await saveExposure(trx, companyId, {
        ...{ experimentId, visitorHash: hashVisitor(companyId, visitorId) },
        ...{ arm: arms[place]?.key ?? '', at: clock.now(), countsFrom },
      });
    });
}
