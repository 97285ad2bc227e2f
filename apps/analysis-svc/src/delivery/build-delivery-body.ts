import { forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { findSubmittedAnalysis } from '../db/find-submitted-analysis.js';
import type { FunnelFacts } from '../db/insert-deliveries.js';
import { loadWebhookPayload, type PayloadDeps } from './load-webhook-payload.js';

/**
 * The body of a delivery whose submission was answered without it: the same payload that the answer would have had, from what
 * is stored. Undefined when the analysis was erased. Fails as `loadWebhookPayload` does; then the delivery waits for products.
 */
export async function buildDeliveryBody(
  deps: PayloadDeps & { knex: Knex },
  delivery: { companyId: string; analysisId: string; funnel: FunnelFacts },
): Promise<string | undefined> {
  const { companyId, analysisId } = delivery;
  const analysis = await forCompany(deps.knex, companyId, (db) => findSubmittedAnalysis(db, companyId, analysisId));
  if (!analysis) return undefined;
  const { payload } = await loadWebhookPayload(deps, analysis, delivery.funnel);
  return JSON.stringify(payload);
}
