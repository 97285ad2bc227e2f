import {
  type DeliveryAttempt as AttemptMessage,
  type Delivery,
  deliveryStates,
  deliveryTargets,
  disabledReasons,
  type DeliveryEndpoint as EndpointMessage,
  endpointStates,
  type GetDeliveryResponse,
  toDuration,
} from '@svc/proto';
import type { DeliveryAttempt, DeliveryEndpoint, DeliveryRecord, DeliverySummary } from './delivery.js';

export const toDeliveryMessage = (delivery: DeliverySummary): Delivery => ({
  id: delivery.id,
  target: deliveryTargets.fromName(delivery.target),
  state: deliveryStates.fromName(delivery.state),
  analysisId: delivery.analysisId,
  createTime: delivery.createdAt,
  attempts: delivery.attempts,
  nextAttemptTime: delivery.nextAttemptAt ?? undefined,
  lastStatus: delivery.lastStatus ?? undefined,
  lastError: delivery.lastError ?? undefined,
  finishTime: delivery.finishedAt ?? undefined,
});

export const toGetDeliveryResponse = (record: DeliveryRecord): GetDeliveryResponse => ({
  delivery: toDeliveryMessage(record),
  requestBody: record.requestBody ?? undefined,
  requestBodyBytes: record.requestBodyBytes ?? undefined,
  attempts: record.attemptLog.map(toAttemptMessage),
});

export const toAttemptMessage = (attempt: DeliveryAttempt): AttemptMessage => ({
  number: attempt.number,
  startTime: attempt.startedAt,
  duration: toDuration(attempt.durationMs),
  url: attempt.url,
  status: attempt.status ?? undefined,
  error: attempt.error ?? undefined,
  requestHeaders: attempt.requestHeaders,
  responseBody: attempt.responseBody ?? undefined,
});

export const toEndpointMessage = (endpoint: DeliveryEndpoint): EndpointMessage => ({
  target: deliveryTargets.fromName(endpoint.target),
  url: endpoint.url,
  state: endpointStates.fromName(endpoint.state),
  disabledReason: disabledReasons.fromNullable(endpoint.disabledReason),
  disableTime: endpoint.disabledAt ?? undefined,
  failingSinceTime: endpoint.failingSince ?? undefined,
  pending: endpoint.pending,
});
