import { env } from './env.js';
import { tlsServerEnv } from './tls-env.js';

/** gRPC ports that the services take by default, each its own, so that all run on one machine without settings. */
export const GRPC_PORTS = {
  'funnel-svc': 50_051,
  'analysis-svc': 50_052,
  'matcher-svc': 50_053,
  'catalog-sync': 50_054,
  'identity-svc': 50_055,
  'insight-svc': 50_056,
  'chat-svc': 50_057,
} as const;

export type ServiceName = keyof typeof GRPC_PORTS;

/** Which programs call a service: those that have its address. Their certificates have these names. */
export const GRPC_CALLERS: Record<ServiceName, readonly string[]> = {
  'funnel-svc': ['gateway', 'analysis-svc', 'matcher-svc', 'chat-svc'],
  'analysis-svc': ['gateway', 'funnel-svc', 'matcher-svc', 'insight-svc', 'chat-svc'],
  'matcher-svc': ['gateway', 'funnel-svc', 'analysis-svc', 'insight-svc', 'chat-svc'],
  'catalog-sync': ['gateway', 'funnel-svc', 'analysis-svc', 'matcher-svc', 'chat-svc'],
  'identity-svc': ['gateway'],
  'insight-svc': ['gateway'],
  'chat-svc': ['gateway'],
};

/** Variables that every gRPC service understands, whatever its name. */
export const SERVICE_ENV = {
  DATABASE_URL: env.url({ secret: true, doc: 'PostgreSQL: postgres://user:password@host:port/database.' }),
  DATABASE_SESSION: env.enum({
    values: ['startup', 'statement', 'transaction'],
    default: 'startup',
    doc: 'How connections get their role and schema. statement: behind a pooler in session mode, such as PgBouncer; transaction: behind one in transaction mode, which sets both.',
  }),
  DATABASE_DIRECT_URL: env.url({
    optional: true,
    secret: true,
    doc: 'PostgreSQL itself, for migrations, imports and notifications, if DATABASE_SESSION is transaction.',
  }),
  DATABASE_POOL: env.integer({ default: 10, min: 1, max: 500, doc: 'Most database connections of this process.' }),
  STATEMENT_TIMEOUT_MS: env.integer({ default: 10_000, min: 0, doc: 'Longest SQL statement; 0 for no limit.' }),
  MIGRATE: env.boolean({ default: true, doc: 'Run pending migrations at start.' }),
  REDIS_URL: env.url({
    optional: true,
    secret: true,
    doc: 'Redis for messages between replicas; unset: this process only.',
  }),
  GRPC_HOST: env.string({
    default: '127.0.0.1',
    doc: 'Address to listen on; 0.0.0.0 in containers, with GRPC_TLS.',
  }),
  METRICS_PORT: env.port({
    optional: true,
    doc: 'Port for GET /metrics (Prometheus) and the probes /livez, /readyz, /startupz and /status, at the address of the main port; must not be reachable from outside. Unset: neither.',
  }),
  SHUTDOWN_DELAY_MS: env.integer({
    default: 0,
    min: 0,
    max: 10_000,
    doc: 'Time between failing readiness and refusing connections; 5000 where load balancers have to notice.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: env.url({
    optional: true,
    doc: 'Collector of traces: OTLP over HTTP, without /v1/traces; unset: no traces.',
  }),
  REVISION: env.string({ optional: true, doc: 'Commit of the sources; shown by the metric svc_build_info.' }),
  LOG_LEVEL: env.enum({
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    doc: 'Least severe log level that is written.',
  }),
};

/** Variables of services that use `chooseForReading`. */
export const READ_REPLICA_ENV = {
  DATABASE_READ_URL: env.url({
    optional: true,
    secret: true,
    doc: 'A streaming standby of PostgreSQL, for lists, exports and replays; not through a pooler in transaction mode. Unset: they use DATABASE_URL.',
  }),
};

/** Variables that every gRPC service has; a service adds its own. */
export const serviceEnv = (name: ServiceName) => ({
  ...SERVICE_ENV,
  ...tlsServerEnv(GRPC_CALLERS[name]),
  GRPC_PORT: env.port({ default: GRPC_PORTS[name], doc: 'gRPC port; 0 for a free one.' }),
});

/** Where a service is that others call. Default: on this machine, at its port. */
export const peerAddress = (name: ServiceName) =>
  env.string({ default: `127.0.0.1:${GRPC_PORTS[name]}`, doc: `${name}, host:port.` });
