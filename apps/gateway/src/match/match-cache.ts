import { LRUCache } from 'lru-cache';
import type { FinishedMatch } from './finished-match.js';
import { WARM_MS } from './match-cache-policy.js';

const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of bookkeeping counted for every entry. */
const ENTRY_BYTES = 512;

/**
 * Finished match responses by raw URL, for at most half a second, bounded by bytes, least recently used out first.
 * Previews never enter. docs/performance.md P1; docs/reliability.md R8.5.
 *
 * Most responses are never requested again. So expired entries are removed every half second, all together: a timer per
 * entry would cost more than the rest of the cache.
 *
 * A response is computed while its company may publish or its analysis may be erased. Every purge therefore starts a new
 * epoch, and `set` keeps a response only if no purge came since `epoch` was read, before the response was computed.
 */
export class MatchCache {
  readonly #entries: LRUCache<string, FinishedMatch>;
  #sweep: NodeJS.Timeout | undefined;
  #epoch = 0;

  constructor(options: { maxBytes?: number; now?: () => number } = {}) {
    this.#entries = new LRUCache({
      maxSize: options.maxBytes ?? MAX_BYTES,
      sizeCalculation: (match, url) => match.body.length + url.length + ENTRY_BYTES,
      // An entry expires when more than `ttl` have passed.
      ttl: WARM_MS - 1,
      // The cache would otherwise set a timer to forget the time that it has read.
      ttlResolution: 0,
      perf: { now: options.now ?? (() => performance.now()) },
    });
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** What the entries hold, expired ones included. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(url: string): FinishedMatch | undefined {
    return this.#entries.get(url);
  }

  set(url: string, match: FinishedMatch, epoch: number): void {
    if (match.isPreview || epoch !== this.#epoch) return;
    this.#entries.set(url, match);
    this.#sweep ??= this.#sweepLater();
  }

  purgeCompany(companyId: string): void {
    this.#purge((match) => match.companyId === companyId);
  }

  purgeAnalysis(analysisId: string): void {
    this.#purge((match) => match.analysisId === analysisId);
  }

  #purge(concerns: (match: FinishedMatch) => boolean): void {
    this.#epoch++;
    for (const [url, match] of this.#entries.entries()) {
      if (concerns(match)) this.#entries.delete(url);
    }
  }

  #sweepLater(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#entries.purgeStale();
      this.#sweep = this.#entries.size > 0 ? this.#sweepLater() : undefined;
    }, WARM_MS).unref();
  }
}
