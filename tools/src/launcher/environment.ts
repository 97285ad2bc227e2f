import { SHOPIFY_ENV } from '@svc/catalog-sync/app';
import { CHAT_ENV } from '@svc/chat-svc/app';
import { GATEWAY_ENV, MIN_PLATFORM_TOKEN_LENGTH } from '@svc/gateway/app';
import { IDENTITY_ENV } from '@svc/identity-svc/app';
import { env } from '@svc/kit';

/** Environment of the all-in-one launcher. docs/architecture.md "Environment". */
export const LAUNCHER_ENV = {
  PORT: env.port({ default: 8080, doc: 'HTTP port of the gateway.' }),
  HOST: env.string({ default: '127.0.0.1', doc: 'Address the gateway listens on; 0.0.0.0 opens it to the network.' }),
  BASE_DOMAIN: env.string({
    optional: true,
    doc: 'Host under which API, dashboard and funnel hosts live. Default: localhost:$PORT.',
  }),
  DATA_DIR: env.string({ default: '.data', doc: 'Embedded database, platform token, demo key.' }),
  DATABASE_URL: env.url({
    optional: true,
    secret: true,
    doc: 'Use this PostgreSQL server instead of the embedded one.',
  }),
  REDIS_URL: env.url({ optional: true, secret: true, doc: 'Use this Redis server for bus and rate limits.' }),
  PLATFORM_TOKEN: env.string({
    optional: true,
    secret: true,
    minLength: MIN_PLATFORM_TOKEN_LENGTH,
    doc: `Platform administrator's bearer token, at least ${MIN_PLATFORM_TOKEN_LENGTH} characters. Default: generated and kept in DATA_DIR.`,
  }),
  DEMO: env.boolean({ default: true, doc: 'Apply demo/company.yaml and its feed at the first start.' }),
  RATE_LIMITS: env.enum({ values: ['on', 'off'], default: 'off', doc: 'Rate limits per key and per source.' }),
  LOAD_SHEDDING: GATEWAY_ENV.LOAD_SHEDDING,
  TRUST_PROXY: GATEWAY_ENV.TRUST_PROXY,
  ALLOW_PRIVATE_NETWORK: env.boolean({
    default: false,
    doc: 'Lets feeds be fetched from, and webhooks be sent to, loopback and private addresses, any port (development, tests).',
  }),
  DELIVERY_TIME_SCALE: env.number({
    default: 1,
    min: 0.000_001,
    max: 1,
    doc: 'Shortens the pauses between attempts at a webhook: 0.001 makes three days four minutes.',
  }),
  RPC_TRANSPORT: env.enum({
    values: ['in-process', 'grpc'],
    default: 'in-process',
    doc: 'How the services call each other: directly, or over gRPC on loopback ports, which opens them to grpcurl.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: GATEWAY_ENV.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG: GATEWAY_ENV.OTEL_TRACES_SAMPLER_ARG,
  IDENTITY_KEYS: env.string({
    optional: true,
    secret: true,
    doc: '32 random bytes as base64, for secrets of authenticator apps. Default: generated and kept in DATA_DIR.',
  }),
  SMTP_URL: IDENTITY_ENV.SMTP_URL,
  MAIL_FROM: IDENTITY_ENV.MAIL_FROM,
  ...SHOPIFY_ENV,
  CHAT_MODEL_URL: CHAT_ENV.CHAT_MODEL_URL,
  CHAT_MODEL_NAME: CHAT_ENV.CHAT_MODEL_NAME,
  CHAT_MODEL_KEY: CHAT_ENV.CHAT_MODEL_KEY,
  LOG_LEVEL: env.enum({
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'warn',
    doc: 'Least severe level that is logged.',
  }),
} as const;
