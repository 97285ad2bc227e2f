import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeOrderStatements, createLogger } from '@svc/kit';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { startPostgresPair } from '@svc/kit/testing';
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
  'insight-svc': 'insight',
  'chat-svc': 'chat',
} as const;
type Service = keyof typeof SCHEMAS;

/**
 * `each`: a server for each service. `pooled`: one, behind PgBouncer in session mode; `transactions`: in transaction mode. `clock`: one,
 * with changes in the order of its clock. `standby`: one, with a standby for reads. docs/operations.md "Databases".
 */
export type DatabaseLayout = 'each' | 'pooled' | 'transactions' | 'clock' | 'standby';

export interface Databases {
  /** What a service needs to find its data. */
  environment(service: string): Record<string, string>;
  stop(): Promise<void>;
}

/** Of this run: `DATABASES`. */
export const readDatabaseLayout = (): DatabaseLayout | undefined => process.env.DATABASES as DatabaseLayout | undefined;

export function startDatabases(layout: DatabaseLayout): Promise<Databases> {
  if (layout === 'each') return startEach();
  if (layout === 'standby') return startWithStandby();
  return layout === 'clock' ? startWithClock() : startPooled(layout);
}

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

/** Services that read from the standby: those with `READ_REPLICA_ENV`. */
export const READERS: readonly Service[] = ['analysis-svc', 'catalog-sync', 'identity-svc'];

async function startWithStandby(): Promise<Databases> {
  const pair = await startPostgresPair();
  return {
    environment: (service): Record<string, string> => ({
      DATABASE_URL: pair.primary.url,
      ...(READERS.includes(service as Service) ? { DATABASE_READ_URL: pair.standby.url } : {}),
    }),
    stop: pair.stop,
  };
}

/** Schemas that no service follows. */
const WITHOUT_CHANGES: readonly string[] = ['identity', 'insight', 'chat'];

/** What `svc ops restamp --by clock` makes, of schemas that have no rows yet. */
async function startWithClock(): Promise<Databases> {
  const server = await startServer();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const schema of Object.values(SCHEMAS).filter((name) => !WITHOUT_CHANGES.includes(name))) {
    await client.query(`set role svc_${schema}; set search_path = ${schema}`);
    for (const text of changeOrderStatements('clock')) await client.query(text);
  }
  await client.end();
  return { environment: () => ({ DATABASE_URL: server.url }), stop: () => server.stop() };
}

/** docs/operations.md "Behind a pooler". */
const SETTINGS_OF_POOLER =
  'set role svc_SCHEMA_app; set search_path = SCHEMA; set statement_timeout = 10000; set idle_in_transaction_session_timeout = 60000';

const UNPRIVILEGED = 65_534;

async function startPooled(layout: 'pooled' | 'transactions'): Promise<Databases> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0)
    throw new Error('Install PgBouncer: apt-get install pgbouncer.');
  const server = await startServer();
  const { hostname, port, username, password, pathname } = new URL(server.url);
  const listenPort = await freePort();
  const folder = temporaryDirectory();
  const file = join(folder, 'pgbouncer.ini');
  const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  writeFileSync(
    file,
    `[databases]
svc = ${target}
${Object.values(SCHEMAS)
  .map((schema) => `svc_${schema} = ${target} connect_query='${SETTINGS_OF_POOLER.replaceAll('SCHEMA', schema)}'`)
  .join('\n')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${layout === 'pooled' ? 'session' : 'transaction'}
default_pool_size = ${layout === 'pooled' ? 100 : 4}
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
  const origin = `postgres://svc@127.0.0.1:${listenPort}`;
  const url = `${origin}/svc`;
  await until('PgBouncer works', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
    return true;
  });
  return {
    environment: (service): Record<string, string> =>
      layout === 'pooled'
        ? { DATABASE_URL: url, DATABASE_SESSION: 'statement' }
        : {
            DATABASE_URL: `${origin}/svc_${SCHEMAS[service as Service]}`,
            DATABASE_DIRECT_URL: server.url,
            DATABASE_SESSION: 'transaction',
          },
    async stop() {
      const closed = new Promise((resolve) => pooler.once('close', resolve));
      pooler.kill('SIGKILL');
      await closed;
      await server.stop();
    },
  };
}
