import { getProcessMetrics, sha256 } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { MatchRequest, RankingCache } from '../../engine/rank/match-variants.js';
import { decodeRanking, encodeRanking } from './ranking-codec.js';
import type { RankingStore } from './ranking-store.js';

/** Bytes of an entry in addition to its ranking: digest, list node, map entry. */
const ENTRY_BYTES = 250;

/** A cache of rankings of whole assortments: analyses with the same matching answers share one. */
export interface Rankings {
  /**
   * Opens the entry of a request. Waits only for a shared store, once for all concurrent requests with the same key.
   * @param state - identifies company, funnel version, catalog, configuration, and the date if it matters.
   * @param variantCount - number of variants of the company's assortment.
   */
  open(state: string, request: MatchRequest, variantCount: number): RankingCache | Promise<RankingCache>;
  /** Estimated memory in bytes. */
  bytes(): number;
}

/**
 * Limited by bytes. The key contains everything that a ranking depends on, so an entry is never stale and never invalidated.
 * docs/reliability.md R8.2. Ranking is synchronous, so one key is never ranked twice concurrently.
 * docs/reliability.md R8.4.
 * @param store - an optional second level shared by replicas.
 */
export function createRankingCache({
  maxBytes,
  store,
}: {
  maxBytes: number;
  store?: RankingStore | undefined;
}): Rankings {
  const rankings = new LRUCache<string, Uint32Array>({
    maxSize: maxBytes,
    sizeCalculation: (ranking) => ranking.byteLength + ENTRY_BYTES,
  });
  const fetching = new Map<string, Promise<void>>();

  async function fetchFrom(shared: RankingStore, key: string, variantCount: number): Promise<void> {
    try {
      const bytes = await shared.get(key);
      const ranking = bytes && decodeRanking(key, bytes, variantCount);
      if (ranking) rankings.set(key, ranking);
    } finally {
      fetching.delete(key);
    }
  }

  return {
    open(state, request, variantCount) {
      const key = toKey(state, request);
      const take: RankingCache = (_request, rank) => {
        let ranking = rankings.get(key);
        getProcessMetrics()?.count('svc_rankings_total', { result: ranking ? 'hit' : 'miss' });
        if (!ranking) {
          ranking = rank();
          rankings.set(key, ranking);
          store?.set(key, encodeRanking(key, ranking));
        }
        return ranking;
      };
      if (!store || rankings.has(key)) return take;
      let fetched = fetching.get(key);
      if (!fetched) {
        fetched = fetchFrom(store, key, variantCount);
        fetching.set(key, fetched);
      }
      return fetched.then(() => take);
    },
    bytes: () => rankings.calculatedSize,
  };
}

const toKey = (state: string, { answers, presence, color }: MatchRequest): string =>
  sha256(JSON.stringify([state, answers, color, presence])).toString('base64');
