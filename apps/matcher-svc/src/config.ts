import { fileURLToPath } from 'node:url';
import { ConfigError, type EnvValues, env, peerAddress, type ServiceSchema, serviceEnv } from '@svc/kit';

export const MATCHER_ENV = {
  ...serviceEnv('matcher-svc'),
  FUNNEL_ADDR: peerAddress('funnel-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  ANALYSIS_ADDR: peerAddress('analysis-svc'),
  MATCHER_CACHE_BYTES: env.integer({
    default: 512 * 1024 * 1024,
    min: 1024 * 1024,
    doc: 'Maximum memory for compiled companies. Rankings use up to an additional eighth of it, models of Funnel AI a quarter.',
  }),
  RANKING_CACHE: env.enum({
    values: ['memory', 'redis'],
    default: 'memory',
    doc: 'Cache of rankings: this process only, or Redis in addition, shared by all replicas (currently slower, ADR 18).',
  }),
  POLL_INTERVAL_MS: env.integer({
    default: 500,
    min: 10,
    max: 60_000,
    doc: 'Interval of polling for changes. Three times as long while the database notifies the service, which applies changes immediately.',
  }),
  EVENT_AGGREGATION_INTERVAL_MS: env.integer({
    default: 60_000,
    min: 10,
    max: 3_600_000,
    doc: 'Interval at which new interaction events are aggregated for learning.',
  }),
  MODEL_BUILD_INTERVAL_MS: env.integer({
    default: 3_600_000,
    min: 100,
    max: 86_400_000,
    doc: 'Interval at which models of Funnel AI are built from new statistics.',
  }),
};

/** Its schema, and the migrations that make it, compiled or not. */
export const MATCHER_SCHEMA: ServiceSchema = {
  schema: 'matcher',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};

export type MatcherConfig = EnvValues<typeof MATCHER_ENV>;

/** URL of the Redis that shares rankings; null: they are not shared. @throws ConfigError */
export function rankingStoreUrl({ RANKING_CACHE, REDIS_URL }: MatcherConfig): string | null {
  if (RANKING_CACHE === 'memory') return null;
  if (REDIS_URL !== undefined) return REDIS_URL;
  throw new ConfigError(['REDIS_URL must be set when RANKING_CACHE is redis']);
}
