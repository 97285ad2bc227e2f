import {
  type DeliveryAttempt as AttemptMessage,
  type Delivery,
  deliveryStates,
  deliveryTargets,
  disabledReasons,
  type DeliveryEndpoint as EndpointMessage,
  endpointStates,
  type GetDeliveryResponse,
  type TestWebhookResponse,
  toMilliseconds,
} from '@svc/proto';
import { requiredTime, toIsoTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import type { DeliveryAttempt, DeliveryEndpoint, DeliveryRecord, DeliverySummary, WebhookTest } from '../bodies.js';

/** A delivery as docs/webhooks.md shows it. */
export function presentDelivery(delivery: Delivery): DeliverySummary {
  return {
    id: delivery.id,
    target: deliveryTargets.toName(delivery.target),
    state: deliveryStates.toName(delivery.state),
    analysisId: delivery.analysisId,
    createdAt: requiredTime(delivery.createTime),
    attempts: delivery.attempts,
    nextAttemptAt: toIsoTime(delivery.nextAttemptTime),
    lastStatus: delivery.lastStatus ?? null,
    lastError: delivery.lastError ?? null,
    finishedAt: toIsoTime(delivery.finishTime),
  };
}

export const presentDeliveryRecord = (record: GetDeliveryResponse): DeliveryRecord => ({
  ...presentDelivery(requirePart(record.delivery)),
  requestBody: record.requestBody ?? null,
  requestBodyBytes: record.requestBodyBytes ?? null,
  attemptLog: record.attempts.map(presentAttempt),
});

/** Of requests and responses, for readers who may not see contact data. */
export const withoutBodies = (record: GetDeliveryResponse): GetDeliveryResponse => ({
  ...record,
  requestBody: undefined,
  attempts: record.attempts.map((attempt) => ({ ...attempt, responseBody: undefined })),
});

/** The only attempt of a test, which has no number. */
export function presentTest({ id, requestBody, attempt }: TestWebhookResponse): WebhookTest {
  const { number: _, ...outcome } = presentAttempt(requirePart(attempt));
  return { id, requestBody, ...outcome };
}

const presentAttempt = (attempt: AttemptMessage): DeliveryAttempt => ({
  number: attempt.number,
  startedAt: requiredTime(attempt.startTime),
  durationMs: toMilliseconds(attempt.duration),
  url: attempt.url,
  status: attempt.status ?? null,
  error: attempt.error ?? null,
  requestHeaders: attempt.requestHeaders,
  responseBody: attempt.responseBody ?? null,
});

export function presentEndpoint(endpoint: EndpointMessage): DeliveryEndpoint {
  return {
    target: deliveryTargets.toName(endpoint.target),
    url: endpoint.url,
    state: endpointStates.toName(endpoint.state),
    disabledReason: disabledReasons.toNullable(endpoint.disabledReason),
    disabledAt: toIsoTime(endpoint.disableTime),
    failingSince: toIsoTime(endpoint.failingSinceTime),
    pending: endpoint.pending,
  };
}
