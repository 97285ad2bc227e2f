import { forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { addDeliveryJob } from '../delivery/jobs/delivery-job.js';
import { type Analysis, insertAnalysis, insertAnalysisAndFinish } from './analyses.js';
import type { ClaimedKey } from './idempotency-keys.js';
import { insertDeliveries, type NewDelivery } from './insert-deliveries.js';

/**
 * Stores a submission in one transaction: the analysis, its deliveries with their jobs and, with an Idempotency-Key, the
 * finished record. docs/reliability.md R4.1, R1.2.
 * @returns false when the claim was lost; nothing was written then.
 */
export async function storeSubmission(
  db: Knex,
  submission: {
    analysis: Analysis;
    deliveries: readonly NewDelivery[];
    response: Buffer;
    claim: ClaimedKey | undefined;
  },
): Promise<boolean> {
  const { deliveries } = submission;
  // Without deliveries it is a single statement, which needs no transaction.
  if (deliveries.length === 0) return storeAnalysis(db, submission);
  return forCompany(db, submission.analysis.companyId, async (trx) => {
    if (!(await storeAnalysis(trx, submission))) return false;
    await insertDeliveries(trx, deliveries);
    for (const delivery of deliveries) await addDeliveryJob(trx, delivery);
    return true;
  });
}

async function storeAnalysis(
  db: Knex,
  { analysis, response, claim }: { analysis: Analysis; response: Buffer; claim: ClaimedKey | undefined },
): Promise<boolean> {
  if (claim) return insertAnalysisAndFinish(db, analysis, claim, response);
  await insertAnalysis(db, analysis);
  return true;
}
