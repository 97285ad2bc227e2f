import { sha256 } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { MatchRequest, RankingCache } from '../../engine/rank/match-variants.js';
import { decodeRanking, encodeRanking } from './ranking-codec.js';
import type { RankingStore } from './ranking-store.js';

/** Bytes of an entry beside its ranking: digest, list node, map entry. */
const ENTRY_BYTES = 250;

/** Rankings of whole assortments: analyses with the same matching answers share one. */
export interface Rankings {
  /**
   * The ranking of a request, or where to keep it. Waits only for a shared store, once for all who ask for the same.
   * @param state - names company, funnel version, catalogue, configuration, and the date if it matters.
   * @param variantCount - of the company's assortment.
   */
  open(state: string, request: MatchRequest, variantCount: number): RankingCache | Promise<RankingCache>;
}

/**
 * Bounded by bytes. The key names everything a ranking depends on, so an entry is never wrong and never deleted for a
 * change. docs/reliability.md R8.2. Ranking is synchronous, so one key is never ranked twice at once.
 * docs/reliability.md R8.4.
 * @param store - a second level behind this process; absent: there is none.
 */
export function rankingCache({ maxBytes, store }: { maxBytes: number; store?: RankingStore | undefined }): Rankings {
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
      const key = keyOf(state, request);
      const take: RankingCache = (_request, rank) => {
        let ranking = rankings.get(key);
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
  };
}

const keyOf = (state: string, { answers, presence, color }: MatchRequest): string =>
  sha256(JSON.stringify([state, answers, color, presence])).toString('base64');
