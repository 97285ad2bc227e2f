import type { CrmAccount } from '@svc/domain';
import type { Outcome } from '../outcome.js';

/** A shopper who finished an analysis, as a marketing system is told. */
export interface CrmEvent {
  /** Names the event: told twice, it counts once. */
  uniqueId: string;
  occurredAt: string;
  profile: {
    email: string;
    firstName?: string;
    lastName?: string;
    /** What is known of the shopper, by name; answers of the newest analysis. */
    properties: Record<string, unknown>;
  };
  /** What was answered and recommended. */
  properties: Record<string, unknown>;
}

/** A kind of marketing system. */
export interface CrmTarget {
  /** Where it is. */
  url: string;
  /**
   * Tells one event; told again, nothing changes. A refusal is an outcome.
   * @throws the reason of `signal` when it was aborted.
   */
  deliver(account: CrmAccount, event: CrmEvent, signal: AbortSignal): Promise<Outcome>;
}
