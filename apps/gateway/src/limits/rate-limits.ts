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
}

/**
 * 600 requests a minute with bursts of at most 100: a window of ten seconds that takes 100. Reliability R7.10. Misses:
 * unknown analysis ids per source and minute. Reliability R3.4.
 */
export const POLICIES = {
  key: { name: 'key', requests: 100, windowS: 10 },
  source: { name: 'source', requests: 100, windowS: 10 },
  misses: { name: 'misses', requests: 60, windowS: 60 },
} as const satisfies Record<string, Policy>;

/** A budget is used up. `error` is what the caller gets, `quota` what the headers say. */
export class OverLimit extends Error {
  constructor(
    readonly quota: Quota,
    readonly error: ServiceError,
  ) {
    super(error.message);
  }
}

/** Budgets of callers. Every method rejects with OverLimit when the budget is used up. */
export interface RateLimits {
  /** Counts a request of a Company API Key, by the key's hash. */
  key(hash: Buffer): Promise<Quota>;
  /** Counts a request of a source on a public route; also refuses a source that has asked for too many unknown ids. */
  source(address: string): Promise<Quota>;
  /** Counts an unknown analysis id. */
  miss(address: string): Promise<void>;
  close(): Promise<void>;
}

/** `RateLimit` and `RateLimit-Policy`, as the IETF draft "RateLimit header fields for HTTP" writes them. */
export function rateLimitHeaders({ policy, remaining, resetMs }: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy.name}";q=${policy.requests};w=${policy.windowS}`,
    RateLimit: `"${policy.name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  };
}
