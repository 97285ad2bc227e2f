import { currentContext, type Logger, newContext, runInContext, ServiceError } from '@svc/kit';
import type { Analysis } from '../db/analyses.js';
import { toSubmittedAnalysis } from '../db/find-submitted-analysis.js';
import type { FunnelFacts } from '../db/insert-deliveries.js';
import type { WebhookPayload } from '../delivery/payload/build-webhook-payload.js';
import { type EmptyReason, loadWebhookPayload, type PayloadDeps } from '../delivery/payload/load-webhook-payload.js';

/** Maximum time that a submission waits for its products, in milliseconds; the same as for a match. ADR 28. */
export const PAYLOAD_TIMEOUT_MS = 2_500;

/** The part of the caller's deadline that is reserved for storing, in milliseconds. */
const STORE_MS = 1_000;

const EMPTY: Record<EmptyReason, string> = {
  MATCHING_SCOPE_TOO_LARGE:
    'products_all is empty: more than 2,000 variants can be recommended, which exceeds the limit of a match.',
  MATCHING_RESPONSE_TOO_LARGE:
    'products_all is empty: the tabs of the result page select more than the limit of a match, which is 1 MiB.',
  NO_ENABLED_TAB: 'products_all is empty: the result page of the funnel is enabled but has no enabled tab.',
};
const FAILED = 'webhook_payload is missing: the products could not be matched in time.';
const LATER = ' It is delivered as soon as they can be matched.';

/**
 * Builds the payload for the response of a submission, or the warning that replaces it; the answers are stored in both cases.
 * Continues when the caller disconnects, because the caller may retry with the same Idempotency-Key.
 * @param isDelivered - there is a delivery target, which receives the payload later.
 */
export async function buildPayloadWithDeadline(
  deps: PayloadDeps & { log: Logger },
  analysis: Analysis & { createdAt: Date },
  funnel: FunnelFacts,
  isDelivered: boolean,
): Promise<{ payload?: WebhookPayload; warning?: string }> {
  const { requestId, traceparent, deadline: end = Number.POSITIVE_INFINITY } = currentContext() ?? newContext();
  const deadline = Math.min(Date.now() + PAYLOAD_TIMEOUT_MS, end - STORE_MS);
  try {
    const { payload, emptyReason } = await runInContext({ requestId, traceparent, deadline }, () =>
      loadWebhookPayload(deps, toSubmittedAnalysis(analysis), funnel),
    );
    return emptyReason ? { payload, warning: EMPTY[emptyReason] } : { payload };
  } catch (error) {
    // Log our own bugs at `error`. Outages are already reported by the service that is down.
    const level = error instanceof ServiceError ? 'warn' : 'error';
    deps.log[level]({ err: error }, 'submission answered without its payload');
    return { warning: isDelivered ? FAILED + LATER : FAILED };
  }
}
