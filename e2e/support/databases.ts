import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import pg from 'pg';
import { until } from './http.js';
import { freePort } from './processes.js';
import { systemDirectory, temporaryDirectory } from './system-directory.js';

/** Schemas by the service that has them. */
const SCHEMAS = {
  'funnel-svc': 'funnel',
  'analysis-svc': 'analysis',
  'matcher-svc': 'matcher',
  'catalog-sync': 'catalog',
  'identity-svc': 'identity',
} as const;
type Service = keyof typeof SCHEMAS;

/** `each`: a server for each service. `pooled`: one, behind PgBouncer in session mode. docs/operations.md "One PostgreSQL per service". */
export type DatabaseLayout = 'each' | 'pooled';

export interface Databases {
  /** What a service needs to find its data. */
  environment(service: string): Record<string, string>;
  stop(): Promise<void>;
}

/** Of this run: `DATABASES`. */
export const readDatabaseLayout = (): DatabaseLayout | undefined => process.env.DATABASES as DatabaseLayout | undefined;

export const startDatabases = (layout: DatabaseLayout): Promise<Databases> =>
  layout === 'each' ? startEach() : startPooled();

const startServer = () =>
  startEmbeddedPostgres({
    dataDir: systemDirectory(),
    log: createLogger({ name: 'e2e', level: 'silent' }),
    durable: false,
  });

/** Servers that have the schema of one service, and no other. */
async function startEach(): Promise<Databases> {
  const servers = new Map<string, EmbeddedPostgres>();
  for (const service of Object.keys(SCHEMAS) as Service[]) {
    const server = await startServer();
    servers.set(service, server);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    for (const schema of Object.values(SCHEMAS).filter((schema) => schema !== SCHEMAS[service])) {
      await client.query(`drop schema if exists ${schema} cascade`);
    }
    await client.end();
  }
  return {
    environment: (service) => ({ DATABASE_URL: servers.get(service)?.url ?? '' }),
    async stop() {
      for (const server of servers.values()) await server.stop();
    },
  };
}

const UNPRIVILEGED = 65_534;

async function startPooled(): Promise<Databases> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0)
    throw new Error('Install PgBouncer: apt-get install pgbouncer.');
  const server = await startServer();
  const { hostname, port, username, password, pathname } = new URL(server.url);
  const listenPort = await freePort();
  const folder = temporaryDirectory();
  const file = join(folder, 'pgbouncer.ini');
  const login = `user=${username} password=${password}`;
  writeFileSync(
    file,
    `[databases]
svc = host=${hostname} port=${port} dbname=${pathname.slice(1)} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 100
max_client_conn = 200
`,
  );
  // As root it does not start.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, file]) chmodSync(path, 0o755);
  const pooler = spawn('pgbouncer', [file], {
    stdio: 'ignore',
    ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
  });
  const url = `postgres://svc@127.0.0.1:${listenPort}/svc`;
  await until('PgBouncer works', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
    return true;
  });
  return {
    environment: () => ({ DATABASE_URL: url, DATABASE_SESSION: 'statement' }),
    async stop() {
      const closed = new Promise((resolve) => pooler.once('close', resolve));
      pooler.kill('SIGKILL');
      await closed;
      await server.stop();
    },
  };
}
