import type { EnvSpec } from '@svc/kit';
import { stringify } from 'yaml';
import { CONTAINER_USER, type DeployedName, METRICS_PORT, SERVICES, type Service } from '../../services.ts';
import { toAddressVariable } from '../table/read-environment.ts';
import { check, LOGGING, RESTRICTED, readFromHost, readImage } from './container.ts';
import { OBSERVABILITY_CONTAINERS, OBSERVABILITY_VOLUMES } from './observability-containers.ts';

const HEADER = `# The whole system on one machine, for evaluation (docs/operations.md "Compose").
# Generated from services.ts by \`npm run deploy:generate\`; changes belong into a compose.override.yaml.
`;

/** Where the ingress listens in its container, and the gateway in its own. */
const HTTP_PORT = 8080;

/** Values that are no secrets, for the variables that are not the same everywhere. */
const VALUES: Readonly<Record<string, string>> = {
  BASE_DOMAIN: readFromHost('BASE_DOMAIN', 'localhost:8080'),
  PUBLIC_SCHEME: readFromHost('PUBLIC_SCHEME', 'http'),
  LOG_LEVEL: readFromHost('LOG_LEVEL', 'info'),
  // Of the profile `obs`; empty: no traces.
  OTEL_EXPORTER_OTLP_ENDPOINT: readFromHost('OTEL_EXPORTER_OTLP_ENDPOINT', ''),
  OTEL_TRACES_SAMPLER_ARG: readFromHost('OTEL_TRACES_SAMPLER_ARG', '0.01'),
  REDIS_URL: 'redis://redis:6379',
  // The network of the services is private: no port of it is published.
  GRPC_HOST: '0.0.0.0',
  GRPC_TLS: 'off',
  METRICS_PORT: String(METRICS_PORT),
  HOST: '0.0.0.0',
  PORT: String(HTTP_PORT),
  // The ingress.
  TRUST_PROXY: '1',
};

/** Variables that are read from a file, and the secret that has it. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'database_url',
  PLATFORM_TOKEN: 'platform_token',
  SECRETS_KEY: 'encryption_key',
  IDENTITY_KEYS: 'encryption_key',
};

/** Secrets of other containers. */
const POSTGRES_PASSWORD = 'postgres_password';
const GRAFANA_PASSWORD = 'grafana_password';

/** The volume of a `/tmp` that would take most of the container's memory, of which one in memory is a part. */
const getTemporaryVolume = ({ name, temporaryMiB, memoryLimitMiB }: Service): string | undefined =>
  temporaryMiB * 2 > memoryLimitMiB ? `${name}-files` : undefined;

const TEMPORARY_VOLUMES = SERVICES.flatMap((service) => getTemporaryVolume(service) ?? []);

/** What every container of a program may do and use. */
const restrict = (service: Service) => ({
  user: `${CONTAINER_USER}:${CONTAINER_USER}`,
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  ...createTemporary(service),
  mem_reservation: `${service.requests.memoryMiB}m`,
  mem_limit: `${service.memoryLimitMiB}m`,
});

function createTemporary(service: Service) {
  const volume = getTemporaryVolume(service);
  return volume === undefined ? { tmpfs: [`/tmp:size=${service.temporaryMiB}m`] } : { volumes: [`${volume}:/tmp`] };
}

/**
 * `compose/compose.yaml`.
 * @param environments - the variables that each program reads.
 * @param version - of the images.
 */
export function createComposeFile(environments: ReadonlyMap<DeployedName, EnvSpec>, version: string): string {
  const programs = SERVICES.flatMap((service) => {
    const spec = environments.get(service.name) ?? {};
    const program = [service.name, describeProgram(service, spec, version)] as const;
    return service.database
      ? [[toMigration(service), describeMigration(service, version)] as const, program]
      : [program];
  });
  const file = {
    services: {
      postgres: POSTGRES,
      redis: REDIS,
      ...Object.fromEntries(programs),
      ingress: INGRESS,
      'ingress-tls': INGRESS_TLS,
      ...OBSERVABILITY_CONTAINERS,
    },
    networks: {
      // Without a way out, and without a published port.
      private: { internal: true },
      internet: {},
    },
    volumes: {
      database: {},
      certificates: {},
      ...Object.fromEntries(TEMPORARY_VOLUMES.map((name) => [name, {}])),
      ...OBSERVABILITY_VOLUMES,
    },
    secrets: Object.fromEntries(
      [...new Set([...Object.values(SECRETS), POSTGRES_PASSWORD, GRAFANA_PASSWORD])]
        .sort()
        .map((name) => [name, { file: `./secrets/${name}` }]),
    ),
  };
  // As YAML 1.1, in which `off` and `no` are quoted: older readers take them as booleans.
  return HEADER + stringify(file, { version: '1.1', aliasDuplicateObjects: false, lineWidth: 0 });
}

const POSTGRES = {
  image: readImage('postgres', 'postgres:18'),
  restart: 'unless-stopped',
  environment: {
    POSTGRES_USER: 'svc',
    POSTGRES_DB: 'svc',
    POSTGRES_PASSWORD_FILE: `/run/secrets/${POSTGRES_PASSWORD}`,
  },
  secrets: [POSTGRES_PASSWORD],
  volumes: ['database:/var/lib/postgresql'],
  shm_size: '256m',
  stop_grace_period: '60s',
  networks: ['private'],
  logging: LOGGING,
  healthcheck: check('pg_isready', '--username', 'svc', '--host', '127.0.0.1'),
};

/** Messages and caches only: nothing of it has to be kept. */
const REDIS = {
  image: readImage('redis', 'redis:8'),
  restart: 'unless-stopped',
  command: [
    'redis-server',
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory',
    '256mb',
    '--maxmemory-policy',
    'allkeys-lru',
  ],
  read_only: true,
  tmpfs: ['/data'],
  networks: ['private'],
  logging: LOGGING,
  healthcheck: check('redis-cli', 'ping'),
};

/** The only container with a port that other machines reach, without a profile. */
const INGRESS = {
  image: readImage('caddy', 'caddy:2'),
  restart: 'unless-stopped',
  read_only: true,
  tmpfs: ['/data', '/config'],
  volumes: ['./Caddyfile:/etc/caddy/Caddyfile:ro'],
  ports: [`${readFromHost('HTTP_PORT', '8080')}:${HTTP_PORT}`],
  networks: ['private', 'internet'],
  depends_on: { gateway: { condition: 'service_healthy' } },
  logging: LOGGING,
  healthcheck: check('wget', '--quiet', '--output-document=/dev/null', `http://127.0.0.1:${HTTP_PORT}/healthz`),
};

/** The ingress of the profile `tls`. Certificates are kept: authorities issue few of them a week for the same name. */
const INGRESS_TLS = {
  image: readImage('caddy', 'caddy:2'),
  profiles: ['tls'],
  ...RESTRICTED,
  cap_add: ['NET_BIND_SERVICE'],
  tmpfs: ['/config'],
  environment: { BASE_DOMAIN: VALUES.BASE_DOMAIN },
  volumes: ['./Caddyfile.tls:/etc/caddy/Caddyfile:ro', 'certificates:/data'],
  ports: ['80:80', '443:443', '443:443/udp'],
  networks: ['private', 'internet'],
  depends_on: { gateway: { condition: 'service_healthy' } },
};

function describeProgram(service: Service, spec: EnvSpec, version: string) {
  const { name, database, replicas, peers, internet } = service;
  return {
    ...createContainer(service, Object.keys(spec), version),
    restart: 'unless-stopped',
    environment: createEnvironment(service, spec),
    depends_on: {
      ...(database && { [toMigration(service)]: { condition: 'service_completed_successfully' } }),
      redis: { condition: 'service_healthy' },
      // Not a condition of readiness: the gateway would answer 503 for them. Here it makes the first request work.
      ...(name === 'gateway' && Object.fromEntries(peers.map((peer) => [peer, { condition: 'service_healthy' }]))),
    },
    // Of the others one is enough on one machine.
    ...(name === 'matcher-svc' && { deploy: { replicas: replicas.min } }),
    networks: internet ? ['private', 'internet'] : ['private'],
    stop_grace_period: '40s',
    healthcheck: check('/usr/local/bin/node', '/app/probe.mjs', String(METRICS_PORT)),
  };
}

function describeMigration(service: Service, version: string) {
  return {
    ...createContainer(service, ['DATABASE_URL'], version),
    command: ['migrate'],
    restart: 'no',
    environment: toFileVariables(['DATABASE_URL']),
    depends_on: { postgres: { condition: 'service_healthy' } },
    networks: ['private'],
  };
}

function createContainer(service: Service, variables: readonly string[], version: string) {
  const secrets = variables.flatMap((variable) => SECRETS[variable] ?? []);
  return {
    image: `${readFromHost('IMAGE_PREFIX', 'localhost/')}${service.name}:${readFromHost('VERSION', version)}`,
    ...restrict(service),
    logging: LOGGING,
    secrets: [...new Set(secrets)],
  };
}

function createEnvironment({ environment, database, peers }: Service, spec: EnvSpec): Record<string, string> {
  const variables = Object.keys(spec);
  const grpcPorts = new Map(SERVICES.map(({ name, grpcPort }) => [name, grpcPort]));
  return {
    ...toFileVariables(variables.filter((variable) => variable in SECRETS)),
    ...Object.fromEntries(variables.filter((name) => name in VALUES).map((name) => [name, VALUES[name] as string])),
    ...(database && { MIGRATE: 'false' }),
    ...Object.fromEntries(peers.map((peer) => [toAddressVariable(peer), `${peer}:${grpcPorts.get(peer)}`])),
    ...environment,
  };
}

const toFileVariables = (variables: readonly string[]): Record<string, string> =>
  Object.fromEntries(variables.map((variable) => [`${variable}_FILE`, `/run/secrets/${SECRETS[variable]}`]));

const toMigration = ({ name }: Service): string => `migrate-${name}`;
