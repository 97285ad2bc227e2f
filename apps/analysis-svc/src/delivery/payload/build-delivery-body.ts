import { forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { findSubmittedAnalysis } from '../../db/find-submitted-analysis.js';
import type { FunnelFacts } from '../../db/insert-deliveries.js';
import { loadWebhookPayload, type PayloadDeps } from './load-webhook-payload.js';

/**
 * Builds the body of a delivery whose submission was answered without a payload, from stored data; equal to the payload that
 * the response would have contained. Undefined when the analysis was erased. Throws like `loadWebhookPayload`; the delivery is then
 * retried.
 */
export async function buildDeliveryBody(
  deps: PayloadDeps & { db: Knex },
  delivery: { companyId: string; analysisId: string; funnel: FunnelFacts },
): Promise<string | undefined> {
  const { companyId, analysisId } = delivery;
  const analysis = await forCompany(deps.db, companyId, (trx) => findSubmittedAnalysis(trx, companyId, analysisId));
  if (!analysis) return undefined;
  const { payload } = await loadWebhookPayload(deps, analysis, delivery.funnel);
  return JSON.stringify(payload);
}
