import { type EnvOf, env, peerAddress, serviceEnv } from '@svc/kit';

export const ANALYSIS_ENV = {
  ...serviceEnv('analysis-svc'),
  FUNNEL_ADDR: peerAddress('funnel-svc'),
  MATCHER_ADDR: peerAddress('matcher-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  SELFIE_MODELS: env.string({
    optional: true,
    doc: 'Folder with the models that find faces; unset: in their package.',
  }),
};

export type AnalysisConfig = EnvOf<typeof ANALYSIS_ENV>;
