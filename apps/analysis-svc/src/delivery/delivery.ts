import type { DeliveryTargetName } from '@svc/domain';

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'DEAD';

/** One analysis that is delivered to one target. */
export interface DeliverySummary {
  /** The `webhook-id`. */
  id: string;
  target: DeliveryTargetName;
  state: DeliveryState;
  analysisId: string;
  createdAt: Date;
  attempts: number;
  /** Null: no further attempt is planned. */
  nextAttemptAt: Date | null;
  /** Of the last attempt. */
  lastStatus: number | null;
  lastError: string | null;
  finishedAt: Date | null;
}

export interface DeliveryAttempt {
  number: number;
  startedAt: Date;
  durationMs: number;
  url: string;
  /** Of the response; null: there was none. */
  status: number | null;
  /** Why the attempt failed; null: it succeeded. */
  error: string | null;
  /** Without those that authenticate the sender. */
  requestHeaders: Record<string, string>;
  /** The beginning of the response. */
  responseBody: string | null;
}

export interface DeliveryRecord extends DeliverySummary {
  /** What is sent, byte for byte; null: not built yet, or erased, or past its retention. */
  requestBody: string | null;
  /** Its length; more than `requestBody` has where that is cut, after a million characters. */
  requestBodyBytes: number | null;
  /** Newest first. */
  attemptLog: DeliveryAttempt[];
}

/** A target of a company and its state. */
export interface DeliveryEndpoint {
  target: DeliveryTargetName;
  url: string;
  state: 'ENABLED' | 'DISABLED';
  disabledReason: 'GONE' | 'FAILED_FOR_TOO_LONG' | null;
  disabledAt: Date | null;
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  failingSince: Date | null;
  pending: number;
}
