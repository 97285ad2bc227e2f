import { ConfigError, type EnvValues, env, peerAddress, serviceEnv } from '@svc/kit';

export const MATCHER_ENV = {
  ...serviceEnv('matcher-svc'),
  FUNNEL_ADDR: peerAddress('funnel-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  ANALYSIS_ADDR: peerAddress('analysis-svc'),
  MATCHER_CACHE_BYTES: env.integer({
    default: 512 * 1024 * 1024,
    min: 1024 * 1024,
    doc: 'Memory for compiled companies; an eighth as much again for rankings, and a quarter for models of Funnel AI.',
  }),
  RANKING_CACHE: env.enum({
    values: ['memory', 'redis'],
    default: 'memory',
    doc: 'Where rankings are kept: in this process, or also in Redis for all replicas (slower today, ADR 18).',
  }),
  POLL_INTERVAL_MS: env.integer({
    default: 500,
    min: 10,
    max: 60_000,
    doc: 'How often changes are looked for; three times less often while the database reports them, which makes them show immediately.',
  }),
  EVENT_AGGREGATION_INTERVAL_MS: env.integer({
    default: 60_000,
    min: 10,
    max: 3_600_000,
    doc: 'How often new interaction events are added up for learning.',
  }),
  MODEL_BUILD_INTERVAL_MS: env.integer({
    default: 3_600_000,
    min: 100,
    max: 86_400_000,
    doc: 'How often models of Funnel AI are built from new statistics.',
  }),
};

export type MatcherConfig = EnvValues<typeof MATCHER_ENV>;

/** Where rankings are shared; null: nowhere. @throws ConfigError */
export function rankingStoreUrl({ RANKING_CACHE, REDIS_URL }: MatcherConfig): string | null {
  if (RANKING_CACHE === 'memory') return null;
  if (REDIS_URL !== undefined) return REDIS_URL;
  throw new ConfigError(['RANKING_CACHE is redis, but REDIS_URL is not set']);
}
