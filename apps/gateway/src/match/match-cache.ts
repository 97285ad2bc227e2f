import { LRUCache } from 'lru-cache';
import type { FinishedMatch } from './finished-match.js';

/** A finished response and until when it may be served, milliseconds of the cache's clock. */
interface Entry {
  match: FinishedMatch;
  expiresAt: number;
}

/** How long a finished response may be served again. Freshness does not rest on the bus: this is the floor. */
export const WARM_MS = 500;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of bookkeeping counted for every entry. */
const ENTRY_BYTES = 512;

/**
 * Finished match responses by raw URL, for at most half a second, bounded by bytes, least recently used out first.
 * Previews never enter. Performance P1; reliability R8.5.
 *
 * A response is computed while its company may publish or its analysis may be erased. Every purge therefore starts a new
 * epoch, and `set` keeps a response only if no purge came since `epoch` was read, before the response was computed.
 */
export class MatchCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #now: () => number;
  #epoch = 0;

  constructor(options: { maxBytes?: number; now?: () => number } = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#entries = new LRUCache({
      maxSize: options.maxBytes ?? MAX_BYTES,
      sizeCalculation: (entry, url) => entry.match.body.length + url.length + ENTRY_BYTES,
    });
  }

  get epoch(): number {
    return this.#epoch;
  }

  get(url: string): FinishedMatch | undefined {
    const entry = this.#entries.get(url);
    if (!entry) return undefined;
    if (entry.expiresAt > this.#now()) return entry.match;
    this.#entries.delete(url);
    return undefined;
  }

  set(url: string, match: FinishedMatch, epoch: number): void {
    if (match.isPreview || epoch !== this.#epoch) return;
    this.#entries.set(url, { match, expiresAt: this.#now() + WARM_MS });
  }

  purgeCompany(companyId: string): void {
    this.#purge((match) => match.companyId === companyId);
  }

  purgeAnalysis(analysisId: string): void {
    this.#purge((match) => match.analysisId === analysisId);
  }

  #purge(concerns: (match: FinishedMatch) => boolean): void {
    this.#epoch++;
    for (const [url, { match }] of this.#entries.entries()) {
      if (concerns(match)) this.#entries.delete(url);
    }
  }
}
