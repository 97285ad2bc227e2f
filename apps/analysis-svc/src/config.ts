import { fileURLToPath } from 'node:url';
import { ANALYSIS_RETENTION_DAYS } from '@svc/domain';
import { type EnvValues, env, peerAddress, READ_REPLICA_ENV, type ServiceSchema, serviceEnv } from '@svc/kit';

export const ANALYSIS_ENV = {
  ...serviceEnv('analysis-svc'),
  ...READ_REPLICA_ENV,
  FUNNEL_ADDR: peerAddress('funnel-svc'),
  MATCHER_ADDR: peerAddress('matcher-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  DELIVERY_CONCURRENCY: env.integer({
    default: 128,
    min: 0,
    max: 1_000,
    doc: 'Maximum of concurrent delivery attempts in this process. An endpoint that does not respond occupies two. 0: other replicas deliver.',
  }),
  DELIVERY_TIME_SCALE: env.number({
    default: 1,
    min: 0.000_001,
    max: 1,
    doc: 'Factor for the pauses between delivery attempts, for tests: 0.001 reduces three days to four minutes.',
  }),
  ANALYSIS_RETENTION_DAYS: env.integer({
    optional: true,
    min: ANALYSIS_RETENTION_DAYS[0],
    max: ANALYSIS_RETENTION_DAYS[1],
    doc: 'Age at which analyses are deleted, of all companies. Unset: only companies with `settings.analysisRetentionDays` have an end.',
  }),
  ALLOW_PRIVATE_NETWORK: env.boolean({
    default: false,
    doc: 'Allows webhook deliveries to loopback and private addresses and to any port. For development and tests.',
  }),
  SELFIE_MODELS: env.string({
    optional: true,
    doc: 'Folder of the face detection models. Default: the folder in their npm package.',
  }),
};

/** Its schema, and the migrations that make it, compiled or not. */
export const ANALYSIS_SCHEMA: ServiceSchema = {
  schema: 'analysis',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};

export type AnalysisConfig = EnvValues<typeof ANALYSIS_ENV>;
