import { fileURLToPath } from 'node:url';
import { peerAddress, type ServiceSchema, serviceEnv } from '@svc/kit';

/** Environment of the service. */
export const CHAT_ENV = { ...serviceEnv('chat-svc'), ANALYSIS_ADDR: peerAddress('analysis-svc') };

/** Its schema, and the migrations that make it, compiled or not. */
export const CHAT_SCHEMA: ServiceSchema = {
  schema: 'chat',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};
