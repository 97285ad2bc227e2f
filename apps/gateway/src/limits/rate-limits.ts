import type { ServiceError } from '@svc/kit';

/** What is left of a budget after a request was counted. */
export interface Quota {
  policy: Policy;
  remaining: number;
  /** Until the window ends. */
  resetMs: number;
}

/** So many requests in so many seconds, by name. */
export interface Policy {
  name: string;
  requests: number;
  windowS: number;
  /** Completes the sentence "Too many …". */
  counts: string;
}

/**
 * 600 requests a minute with bursts of at most 100: a window of ten seconds that takes 100. Failures of a source have budgets of
 * their own. docs/reliability.md R7.10, R3.4; docs/adr/0034-limits-of-callers.md.
 */
export const POLICIES = {
  /** Of a Company API Key. */
  key: { name: 'key', requests: 100, windowS: 10, counts: 'requests with this API key' },
  /** Of a source, on public routes. */
  source: { name: 'source', requests: 100, windowS: 10, counts: 'requests from this address' },
  /** Of a source, on keyed routes: the budgets of ten keys. */
  keyed: { name: 'keyed', requests: 1_000, windowS: 10, counts: 'requests from this address' },
  /** Unknown ids of analyses, and companies of orders, of a source. */
  misses: { name: 'misses', requests: 60, windowS: 60, counts: 'unknown ids from this address' },
  /** Reports of visits of a source. docs/insight.md N2.4. */
  visits: { name: 'visits', requests: 60, windowS: 60, counts: 'reports of visits from this address' },
  /** Reports of visits of a company, and its orders and refunds, whatever addresses they come from. docs/insight.md N2.10. */
  companyVisits: { name: 'company-visits', requests: 5_000, windowS: 10, counts: 'reports of visits of this company' },
  companyOrders: { name: 'company-orders', requests: 1_000, windowS: 10, counts: 'orders and refunds of this company' },
  /** Turns of chats, new threads and unknown threads of a source, and turns of a thread. docs/chat.md T8.1. */
  chatTurns: { name: 'chat', requests: 20, windowS: 60, counts: 'messages from this address' },
  chatThreads: { name: 'chat-threads', requests: 20, windowS: 3_600, counts: 'new conversations from this address' },
  chatMisses: { name: 'chat-misses', requests: 60, windowS: 60, counts: 'unknown conversations from this address' },
  chatThread: { name: 'chat-thread', requests: 30, windowS: 600, counts: 'messages in this conversation' },
  /** 401 responses of keyed routes to a source. */
  unauthorized: {
    name: 'unauthorized',
    requests: 60,
    windowS: 60,
    counts: 'API keys from this address that are not valid',
  },
  /** 401 responses of the management API to a source. */
  platform: { name: 'platform', requests: 20, windowS: 60, counts: 'wrong platform tokens from this address' },
  /**
   * Sign-ins to one account from one source: other sources have budgets of their own, so that guessing by others never locks a user out.
   * docs/identity.md I3.3.
   */
  signInAccount: { name: 'sign-in-account', requests: 5, windowS: 60, counts: 'sign-ins with this address' },
  signInSource: { name: 'sign-in', requests: 20, windowS: 60, counts: 'sign-ins from this address' },
  /** Passwords and codes that a signed-in user enters again. */
  confirmation: { name: 'confirmation', requests: 5, windowS: 60, counts: 'confirmations of this session' },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;

/** A budget is used up. `error` is what the caller gets, `quota` what the headers say. */
export class OverLimit extends Error {
  constructor(
    readonly quota: Quota,
    readonly error: ServiceError,
  ) {
    super(error.message);
  }
}

/** Budgets of callers, each of a policy and a subject: the hash of a key, the address of a source, or a company. */
export interface RateLimits {
  /** Counts a request. Rejects with OverLimit when the budget was used up before. */
  count(policy: PolicyName, subject: string): Promise<Quota>;
  /** Rejects with OverLimit when the budget is used up; counts nothing. */
  check(policy: PolicyName, subject: string): Promise<void>;
  close(): Promise<void>;
}

/** `RateLimit` and `RateLimit-Policy`, as the IETF draft "RateLimit header fields for HTTP" writes them. */
export function rateLimitHeaders({ policy, remaining, resetMs }: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy.name}";q=${policy.requests};w=${policy.windowS}`,
    RateLimit: `"${policy.name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  };
}
