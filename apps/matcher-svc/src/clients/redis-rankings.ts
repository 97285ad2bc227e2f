import { createRedisByteCache, type Logger } from '@svc/kit';
import type { RankingStore } from '../usecases/match/ranking-store.js';

/** Rankings of answers that no longer occur expire in Redis. */
const TTL_S = 3_600;

/** Rankings in Redis. They hold no personal data: numbers of variants, under a digest. */
export async function createRedisRankings(url: string, log: Logger): Promise<RankingStore & { close(): void }> {
  const cache = await createRedisByteCache({
    url,
    log,
    ttlS: TTL_S,
    whileDown: 'each process keeps rankings for itself',
  });
  const toKey = (key: string) => `ranking:${key}`;
  return {
    get: (key) => cache.get(toKey(key)),
    set: (key, bytes) => cache.set(toKey(key), bytes),
    close: () => cache.close(),
  };
}
