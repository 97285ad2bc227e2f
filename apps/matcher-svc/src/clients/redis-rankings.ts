import { createRedisByteCache, type Logger } from '@svc/kit';
import type { RankingStore } from '../usecases/match/ranking-store.js';

/** Rankings of answers that no longer occur expire in Redis. */
const TTL_S = 3_600;

/** Rankings in Redis. They hold no personal data: numbers of variants, under a digest. */
export async function redisRankings(url: string, log: Logger): Promise<RankingStore & { close(): void }> {
  const cache = await createRedisByteCache({
    url,
    log,
    ttlS: TTL_S,
    whileDown: 'each process keeps rankings for itself',
  });
  const keyOf = (key: string) => `ranking:${key}`;
  return {
    get: (key) => cache.get(keyOf(key)),
    set: (key, bytes) => cache.set(keyOf(key), bytes),
    close: () => cache.close(),
  };
}
