import { env } from './env.js';

/** Variables that every gRPC service understands; a service adds its own beside them. */
export const SERVICE_ENV = {
  DATABASE_URL: env.url({ doc: 'PostgreSQL: postgres://user:password@host:port/database.' }),
  DATABASE_POOL: env.integer({ default: 10, min: 1, max: 500, doc: 'Most database connections of this process.' }),
  STATEMENT_TIMEOUT_MS: env.integer({ default: 10_000, min: 0, doc: 'Longest SQL statement; 0 for no limit.' }),
  MIGRATE: env.boolean({ default: true, doc: 'Run pending migrations at start.' }),
  REDIS_URL: env.url({ optional: true, doc: 'Redis for messages between replicas; unset: this process only.' }),
  GRPC_HOST: env.string({ default: '127.0.0.1', doc: 'Address to listen on; 0.0.0.0 in containers.' }),
  GRPC_PORT: env.port({ default: 50_051, doc: 'gRPC port; 0 for a free one.' }),
  LOG_LEVEL: env.enum({
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    doc: 'Least severe log level that is written.',
  }),
};
