import { fileURLToPath } from 'node:url';
import { peerAddress, type ServiceSchema, serviceEnv } from '@svc/kit';

/** Environment of the service. */
export const CHAT_ENV = {
  ...serviceEnv('chat-svc'),
  FUNNEL_ADDR: peerAddress('funnel-svc'),
  ANALYSIS_ADDR: peerAddress('analysis-svc'),
  MATCHER_ADDR: peerAddress('matcher-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
};

/** Its schema, and the migrations that make it, compiled or not. */
export const CHAT_SCHEMA: ServiceSchema = {
  schema: 'chat',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};
