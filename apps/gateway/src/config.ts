import { isIP } from 'node:net';
import { ConfigError, type EnvValues, env, peerAddress, SERVICE_ENV, TLS_ENV } from '@svc/kit';
import type { PageAddress } from './hosts/funnel-host.js';
import { parseHostName } from './parse/host.js';

/** A token of random characters of this length cannot be guessed, and a word is shorter. ADR 34. */
export const MIN_PLATFORM_TOKEN_LENGTH = 32;

/** Environment of the gateway. */
export const GATEWAY_ENV = {
  PORT: env.port({ default: 8080, doc: 'HTTP port; 0 for a free one.' }),
  HOST: env.string({
    default: '127.0.0.1',
    doc: 'Address to listen on. Only this machine by default; 0.0.0.0 or :: in containers and behind a proxy.',
  }),
  BASE_DOMAIN: env.string({
    optional: true,
    doc: 'Host of the API; dashboard and funnels are sub-domains of it. Default localhost:$PORT.',
  }),
  PUBLIC_SCHEME: env.enum({
    values: ['http', 'https'],
    optional: true,
    doc: 'Scheme of addresses that are given away. Default http when BASE_DOMAIN is localhost or an IP address, else https.',
  }),
  PLATFORM_TOKEN: env.string({
    secret: true,
    minLength: MIN_PLATFORM_TOKEN_LENGTH,
    doc: `Bearer token of the management API, at least ${MIN_PLATFORM_TOKEN_LENGTH} characters. During a rotation two, separated by a comma: both are accepted.`,
  }),
  REDIS_URL: env.url({
    optional: true,
    secret: true,
    doc: 'Redis for messages and rate limits of all replicas; unset: this process.',
  }),
  RATE_LIMITS: env.enum({
    values: ['on', 'off'],
    default: 'on',
    doc: 'Limits per key and per source, also of failures.',
  }),
  LOAD_SHEDDING: env.enum({
    values: ['on', 'off'],
    default: 'on',
    doc: 'Refuses requests early under overload. off where many systems share one machine, as in tests.',
  }),
  TRUST_PROXY: env.integer({
    default: 0,
    min: 0,
    max: 10,
    doc: 'Number of proxies in front of the gateway. Behind proxies it must be set: with 0, all callers behind one share its limits.',
  }),
  FUNNEL_ADDR: peerAddress('funnel-svc'),
  ANALYSIS_ADDR: peerAddress('analysis-svc'),
  MATCHER_ADDR: peerAddress('matcher-svc'),
  CATALOG_ADDR: peerAddress('catalog-sync'),
  IDENTITY_ADDR: peerAddress('identity-svc'),
  INSIGHT_ADDR: peerAddress('insight-svc'),
  CHAT_ADDR: peerAddress('chat-svc'),
  DEMO_DIRECTORY: env.string({
    optional: true,
    doc: 'Folder of the demo: serves its images/ under /demo/images/, and its shop on demo-shop.$BASE_DOMAIN.',
  }),
  ...TLS_ENV,
  METRICS_PORT: SERVICE_ENV.METRICS_PORT,
  SHUTDOWN_DELAY_MS: SERVICE_ENV.SHUTDOWN_DELAY_MS,
  OTEL_EXPORTER_OTLP_ENDPOINT: SERVICE_ENV.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG: env.number({
    default: 0.01,
    min: 0,
    max: 1,
    doc: 'Share of requests whose trace is sent; writes of the management API always are.',
  }),
  REVISION: SERVICE_ENV.REVISION,
  LOG_LEVEL: SERVICE_ENV.LOG_LEVEL,
};

export type GatewayConfig = EnvValues<typeof GATEWAY_ENV>;

/**
 * The tokens that the management API accepts: one, or during a rotation two. docs/operations.md "Rotation of secrets".
 * @throws ConfigError
 */
export function readPlatformTokens({ PLATFORM_TOKEN }: Pick<GatewayConfig, 'PLATFORM_TOKEN'>): readonly string[] {
  const tokens = PLATFORM_TOKEN.split(',').map((token) => token.trim());
  if (tokens.length > 2) throw new ConfigError(['PLATFORM_TOKEN must be one token, or two separated by a comma']);
  if (tokens.some((token) => token.length < MIN_PLATFORM_TOKEN_LENGTH)) {
    throw new ConfigError([`each token of PLATFORM_TOKEN must have at least ${MIN_PLATFORM_TOKEN_LENGTH} characters`]);
  }
  return tokens;
}

/** Finds settings that no single variable shows to be wrong. @throws ConfigError */
export function checkGatewayConfig(config: GatewayConfig): void {
  readPlatformTokens(config);
  getBaseName(config);
}

/**
 * The name under which the API lives, without its port, lower-case.
 * @throws ConfigError when BASE_DOMAIN is not `name[:port]`.
 */
export function getBaseName({ BASE_DOMAIN }: Pick<GatewayConfig, 'BASE_DOMAIN'>): string {
  const name = parseHostName(BASE_DOMAIN ?? 'localhost');
  if (name === undefined) throw new ConfigError(['BASE_DOMAIN must be a host name with an optional port']);
  return name;
}

/** How shoppers reach the pages of funnels. */
export function getPageAddress(config: Pick<GatewayConfig, 'BASE_DOMAIN' | 'PORT' | 'PUBLIC_SCHEME'>): PageAddress {
  const name = getBaseName(config);
  const isLocal = name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return {
    scheme: config.PUBLIC_SCHEME ?? (isLocal ? 'http' : 'https'),
    baseDomain: (config.BASE_DOMAIN ?? `localhost:${config.PORT}`).toLowerCase(),
  };
}
