import { currentContext, type Logger, newContext, runInContext, ServiceError } from '@svc/kit';
import type { Analysis } from '../db/analyses.js';
import { toSubmittedAnalysis } from '../db/find-submitted-analysis.js';
import type { FunnelFacts } from '../db/insert-deliveries.js';
import type { WebhookPayload } from '../delivery/build-webhook-payload.js';
import { type EmptyReason, loadWebhookPayload, type PayloadDeps } from '../delivery/load-webhook-payload.js';

/** Longest that a submission waits for its products, milliseconds; as a match. ADR 28. */
export const PAYLOAD_TIMEOUT_MS = 2_500;

/** What is left of the caller's time for storing, milliseconds. */
const STORE_MS = 1_000;

const EMPTY: Record<EmptyReason, string> = {
  MATCHING_SCOPE_TOO_LARGE:
    'products_all is empty: more than 2,000 variants can be recommended, which is more than one match takes.',
  MATCHING_RESPONSE_TOO_LARGE:
    'products_all is empty: the tabs of the result page select more than one match answers, which is 1 MiB.',
  NO_ENABLED_TAB: 'products_all is empty: the result page of the funnel is enabled but has no enabled tab.',
};
const FAILED = 'webhook_payload is missing: the products could not be matched in time.';
const LATER = ' It is delivered as soon as they can be.';

/**
 * The payload that a submission is answered with, or why it is not: the answers are stored either way. Goes on when the caller
 * leaves, who may come back with the same Idempotency-Key.
 * @param isDelivered - there is a target, which gets the payload later.
 */
export async function payloadInTime(
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
    // A fault of our own is worth a look; that a service is down is told by others.
    const level = error instanceof ServiceError ? 'warn' : 'error';
    deps.log[level]({ err: error }, 'a submission is answered without its payload');
    return { warning: isDelivered ? FAILED + LATER : FAILED };
  }
}
