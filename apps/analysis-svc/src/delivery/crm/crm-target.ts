import type { CrmAccount } from '@svc/domain';
import type { Outcome } from '../sending/outcome.js';

/** The event "analysis finished" of one shopper, as sent to a marketing system. */
export interface CrmEvent {
  /** Identifies the event: the CRM counts a repeated event once. */
  uniqueId: string;
  occurredAt: string;
  profile: {
    email: string;
    firstName?: string;
    lastName?: string;
    /** Profile properties by name, from the newest analysis. */
    properties: Record<string, unknown>;
  };
  /** Answers and recommended products. */
  properties: Record<string, unknown>;
}

/** A supported marketing system. */
export interface CrmTarget {
  /** Base URL of its API. */
  url: string;
  /**
   * Sends one event. Idempotent. A rejection by the CRM is returned as an outcome.
   * @throws the reason of `signal` when it was aborted.
   */
  deliver(account: CrmAccount, event: CrmEvent, signal: AbortSignal): Promise<Outcome>;
}
