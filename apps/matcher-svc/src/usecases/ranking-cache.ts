import { sha256 } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { MatchRequest, RankingCache } from '../engine/match-variants.js';

/** Bytes of an entry beside its ranking: digest, list node, map entry. */
const ENTRY_BYTES = 250;

/**
 * Rankings of whole assortments, bounded by bytes: analyses with the same matching answers share one. The key names
 * everything a ranking depends on, so an entry is never wrong and never deleted for a change. Reliability R8.2.
 * Ranking is synchronous, so one key is never ranked twice at once.
 */
export function rankingCache(maxBytes: number): { for(state: string): RankingCache } {
  const rankings = new LRUCache<string, Uint32Array>({
    maxSize: maxBytes,
    sizeCalculation: (ranking) => ranking.byteLength + ENTRY_BYTES,
  });
  return {
    /** @param state - names company, funnel version, catalogue, configuration, and the date if it matters. */
    for: (state) => (request, rank) => {
      const key = keyOf(state, request);
      let ranking = rankings.get(key);
      if (!ranking) {
        ranking = rank();
        rankings.set(key, ranking);
      }
      return ranking;
    },
  };
}

const keyOf = (state: string, { answers, presence, color }: MatchRequest): string =>
  sha256(JSON.stringify([state, answers, color, presence])).toString('base64');
