import { env, SERVICE_ENV } from '@svc/kit';

/** Environment of the service. */
export const FUNNEL_ENV = {
  ...SERVICE_ENV,
  GRPC_PORT: env.port({ default: 50_051, doc: 'gRPC port; 0 for a free one.' }),
  MATCHER_ADDR: env.string({ doc: 'matcher-svc, host:port: owner of the matching part of blueprints.' }),
  CATALOG_ADDR: env.string({ doc: 'catalog-sync, host:port: owner of the catalogue part of blueprints.' }),
};
