import { type EnvValues, env, peerAddress, serviceEnv } from '@svc/kit';

export const ANALYSIS_ENV = {
  ...serviceEnv('analysis-svc'),
  FUNNEL_ADDR: peerAddress('funnel-svc'),
  MATCHER_ADDR: peerAddress('matcher-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  DELIVERY_CONCURRENCY: env.integer({
    default: 128,
    min: 0,
    max: 1_000,
    doc: 'Deliveries that this process attempts at a time; an endpoint that hangs takes two. 0: others deliver.',
  }),
  DELIVERY_TIME_SCALE: env.number({
    default: 1,
    min: 0.000_001,
    max: 1,
    doc: 'Shortens the pauses between attempts for tests and trials: 0.001 makes three days four minutes.',
  }),
  ALLOW_PRIVATE_NETWORK: env.boolean({
    default: false,
    doc: 'Lets webhooks be delivered to loopback and private addresses, and any port (development, tests).',
  }),
  SELFIE_MODELS: env.string({
    optional: true,
    doc: 'Folder with the models that find faces; unset: in their package.',
  }),
};

export type AnalysisConfig = EnvValues<typeof ANALYSIS_ENV>;
