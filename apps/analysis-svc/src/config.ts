import { type EnvOf, env, SERVICE_ENV } from '@svc/kit';

export const ANALYSIS_ENV = {
  ...SERVICE_ENV,
  GRPC_PORT: env.port({ default: 50_052, doc: 'gRPC port; 0 for a free one.' }),
  FUNNEL_ADDR: env.string({ default: '127.0.0.1:50051', doc: 'funnel-svc, host:port.' }),
};

export type AnalysisConfig = EnvOf<typeof ANALYSIS_ENV>;
