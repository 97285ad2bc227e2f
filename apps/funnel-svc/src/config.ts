import { fileURLToPath } from 'node:url';
import { peerAddress, type ServiceSchema, serviceEnv } from '@svc/kit';

/** Environment of the service. */
export const FUNNEL_ENV = {
  ...serviceEnv('funnel-svc'),
  // The services that apply the matching and catalog parts of blueprints.
  MATCHER_ADDR: peerAddress('matcher-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  // Its stored analyses are replayed.
  ANALYSIS_ADDR: peerAddress('analysis-svc'),
};

/** Its schema, and the migrations that make it, compiled or not. */
export const FUNNEL_SCHEMA: ServiceSchema = {
  schema: 'funnel',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};
