import { startRedisServer } from '@svc/kit/testing';
import { measureRankings } from '@svc/matcher-svc/rankings-bench';
import type { Row } from '../compare.js';

/** Whether a ranking read from Redis costs less than one made by the engine (ADR 18). Needs redis-server. */
export async function rankingFigures(): Promise<Row[]> {
  const redis = await startRedisServer();
  if (!redis) {
    process.stderr.write('There is no redis-server here: rankings are not measured.\n');
    return [];
  }
  try {
    const figures = await measureRankings(redis.url);
    return figures.map(({ variants, rules, learning, engineUs, redisUs, waitUs, bytes }) => ({
      id: 'rankings',
      figure: `engine against Redis, ${variants} variants, ${rules} rules${learning ? ', learning' : ''}`,
      ratio: engineUs / redisUs,
      note: `${engineUs.toFixed(1)} µs of ${redisUs.toFixed(1)} µs of the matching thread; a read takes ${waitUs.toFixed(1)} µs; ${bytes} bytes`,
    }));
  } finally {
    await redis.stop();
  }
}
