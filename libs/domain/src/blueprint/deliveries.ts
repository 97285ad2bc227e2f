import type { WebhookEndpoint } from './blueprint.js';

export const DELIVERY_TARGETS = ['webhook', 'crm'] as const;
export type DeliveryTargetName = (typeof DELIVERY_TARGETS)[number];

/** A marketing system that follows Klaviyo's interface: a profile and an event for each finished analysis. */
export interface CrmAccount {
  kind: 'klaviyo';
  /** Private key. */
  apiKey: string;
  /** Default: Klaviyo's own. */
  baseUrl?: string;
  /** The list to which profiles are subscribed is the merchant's business; only profiles with an e-mail address are sent. */
  metric?: string;
}

/** Where a company's submissions go at this moment. */
export interface DeliveryTargets {
  webhook: WebhookEndpoint | null;
  crm: CrmAccount | null;
}

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'DEAD'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One analysis on its way to one target. Times are ISO 8601, UTC. */
export interface DeliverySummary {
  /** The `webhook-id`. */
  id: string;
  target: DeliveryTargetName;
  state: DeliveryState;
  analysisId: string;
  createdAt: string;
  attempts: number;
  /** When it is tried next; null: not by itself. */
  nextAttemptAt: string | null;
  /** Of the last attempt. */
  lastStatus: number | null;
  lastError: string | null;
  finishedAt: string | null;
}

export interface DeliveryAttempt {
  number: number;
  startedAt: string;
  durationMs: number;
  url: string;
  /** Of the answer; null: none came. */
  status: number | null;
  /** Why it does not count as delivered; null: it was. */
  error: string | null;
  /** Without those that prove the sender. */
  requestHeaders: Record<string, string>;
  /** The beginning of what was answered. */
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

/** A target of a company and how it is. */
export interface DeliveryEndpoint {
  target: DeliveryTargetName;
  url: string;
  state: 'ENABLED' | 'DISABLED';
  /** Why it is switched off. */
  disabledReason: 'GONE' | 'FAILED_FOR_TOO_LONG' | null;
  disabledAt: string | null;
  /** Since when every attempt failed; null: the last one succeeded, or there was none. */
  failingSince: string | null;
  pending: number;
}
