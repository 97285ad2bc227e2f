import { fileURLToPath } from 'node:url';
import { peerAddress, type ServiceSchema, serviceEnv } from '@svc/kit';

/** Environment of the service. */
export const INSIGHT_ENV = {
  ...serviceEnv('insight-svc'),
  ANALYSIS_ADDR: peerAddress('analysis-svc'),
  MATCHER_ADDR: peerAddress('matcher-svc'),
};

/** Its schema, and the migrations that make it, compiled or not. */
export const INSIGHT_SCHEMA: ServiceSchema = {
  schema: 'insight',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};
