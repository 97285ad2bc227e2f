import { LRUCache } from 'lru-cache';
import { RateLimiterRes } from 'rate-limiter-flexible';

/** Most subjects that a process counts per policy: about 3 MB. */
export const MAX_SUBJECTS = 20_000;

interface Window {
  count: number;
  endsAt: number;
}

/** Whole milliseconds: with fractions, the rest of a new window may exceed it by a rounding error, which callers see as a second. */
const currentMs = () => Math.floor(performance.now());

/**
 * Budgets of one policy in this process: fixed windows, as those in Redis. Random keys and addresses are
 * new subjects, so their number is bounded and the least recently seen one is forgotten; it has then its whole budget
 * again. (RateLimiterMemory keeps every subject, and a timer for each, until its window ends.)
 */
export class LocalLimiter {
  /** Created for the first subject: a cache allocates the room of all subjects immediately, and most processes use few policies. */
  #windows: LRUCache<string, Window> | undefined;
  readonly #requests: number;
  readonly #windowMs: number;

  constructor({ requests, windowS }: { requests: number; windowS: number }) {
    this.#requests = requests;
    this.#windowMs = windowS * 1_000;
  }

  get subjects(): number {
    return this.#windows?.size ?? 0;
  }

  /** Rejects with RateLimiterRes when the budget was used up before. */
  async consume(subject: string): Promise<RateLimiterRes> {
    const now = currentMs();
    this.#windows ??= new LRUCache({ max: MAX_SUBJECTS });
    let window = this.#windows.get(subject);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + this.#windowMs };
      this.#windows.set(subject, window);
    }
    window.count++;
    const result = this.#toResult(window, now);
    if (window.count > this.#requests) throw result;
    return result;
  }

  async get(subject: string): Promise<RateLimiterRes | null> {
    const now = currentMs();
    const window = this.#windows?.get(subject);
    return window && window.endsAt > now ? this.#toResult(window, now) : null;
  }

  #toResult({ count, endsAt }: Window, now: number): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.#requests - count), endsAt - now, count, count === 1);
  }
}
