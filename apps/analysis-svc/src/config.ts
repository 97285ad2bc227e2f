import { type EnvOf, peerAddress, serviceEnv } from '@svc/kit';

export const ANALYSIS_ENV = {
  ...serviceEnv('analysis-svc'),
  FUNNEL_ADDR: peerAddress('funnel-svc'),
};

export type AnalysisConfig = EnvOf<typeof ANALYSIS_ENV>;
