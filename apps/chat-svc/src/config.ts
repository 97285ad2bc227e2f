import { fileURLToPath } from 'node:url';
import { env, peerAddress, type ServiceSchema, serviceEnv } from '@svc/kit';

/** Environment of the service. */
export const CHAT_ENV = {
  ...serviceEnv('chat-svc'),
  FUNNEL_ADDR: peerAddress('funnel-svc'),
  ANALYSIS_ADDR: peerAddress('analysis-svc'),
  MATCHER_ADDR: peerAddress('matcher-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  CHAT_MODEL_URL: env.url({
    optional: true,
    doc: 'OpenAI-compatible interface of a language model that chooses plans, for companies with settings.chat.model. Unset: none.',
  }),
  CHAT_MODEL_NAME: env.string({ default: 'default', doc: 'Name of the model at CHAT_MODEL_URL.' }),
  CHAT_MODEL_KEY: env.string({ optional: true, secret: true, doc: 'Bearer token for CHAT_MODEL_URL.' }),
};

/** Its schema, and the migrations that make it, compiled or not. */
export const CHAT_SCHEMA: ServiceSchema = {
  schema: 'chat',
  migrationsDirectory: fileURLToPath(new URL('./migrations/', import.meta.url)),
};
