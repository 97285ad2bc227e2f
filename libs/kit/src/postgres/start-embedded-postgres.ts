import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import knexFactory from 'knex';
import { knexConfig } from '../db/connection/knex-config.js';
import type { Logger } from '../log/logger.js';
import { freePort } from '../util/free-port.js';
import { findBinaries } from './binaries.js';
import { ensureCluster, readPassword, stopOrphan } from './data-directory.js';
import { keepRunning } from './keep-running.js';
import { claimDirectory } from './launcher-lock.js';
import { reachableBinaries, serverDirectory } from './reachable.js';
import { startServer } from './server-process.js';
import { readDirectoryOwner, serverUser } from './server-user.js';

const DATABASE = 'svc';

export interface EmbeddedPostgresOptions {
  /** Keeps the database (`postgres/`), its password and `launcher.pid`. Created if missing. */
  dataDir: string;
  /** Default: a free one. */
  port?: number;
  log: Logger;
  /** False only for tests: commits do not wait for the disk, so a crash of the machine (not of a process) loses them. */
  durable?: boolean;
  maxConnections?: number;
  /**
   * Starts the server again when it ends by itself, at most three times a minute; this is called when that does not help. Absent: an
   * ended server stays down.
   */
  onAbandoned?: (reason: Error) => void;
}

export interface EmbeddedPostgres {
  /** postgres://postgres:…@127.0.0.1:port/svc; the user is a superuser of this server. */
  readonly url: string;
  readonly port: number;
  /** Process id of the server that runs now. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL server, from the binaries of an npm package, on 127.0.0.1. Creates its data directory at the
 * first start; takes over from a launcher that was killed. Works as root (then the server runs as `postgres`).
 * @throws Error with one sentence that says what to do: directory in use, damaged or of another version, port in use.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const release = await claimDirectory(dataDir);
  try {
    const account = await serverUser(log);
    const directory = await serverDirectory(dataDir, account, log);
    const user = await readDirectoryOwner(directory, account);
    const binaries = await reachableBinaries(await findBinaries(), user);
    const password = await readPassword(dataDir, directory);
    await ensureCluster({ binaries, directory, password, user, durable });
    await stopOrphan(directory);
    const settings = serverSettings(durable, options.maxConnections ?? 120);
    const startAt = (at: number) => startServer({ binaries, directory, port: at, user, settings, log });
    const { server: first, port } = await onFreePort(options.port, startAt);
    const { onAbandoned } = options;
    const server = onAbandoned ? keepRunning(first, () => startAt(port), { log, onAbandoned }) : first;
    const toUrl = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
    try {
      await ensureDatabase(toUrl('postgres'), log);
    } catch (error) {
      await server.stop();
      throw error;
    }
    let stopped: Promise<void> | undefined;
    return {
      url: toUrl(DATABASE),
      port,
      get pid() {
        return server.pid;
      },
      stop() {
        stopped ??= server.stop().then(release);
        return stopped;
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Starts on the given port, or on a free one; tries another free port if a program takes it before the server does. */
async function onFreePort<Server>(
  wanted: number | undefined,
  start: (port: number) => Promise<Server>,
): Promise<{ server: Server; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await freePort());
    try {
      return { server: await start(port), port };
    } catch (error) {
      if (wanted !== undefined || attempt === 5 || !(error as Error).message.includes('it is in use')) throw error;
    }
  }
}

function serverSettings(durable: boolean, maxConnections: number): Record<string, string> {
  const onOff = durable ? 'on' : 'off';
  return {
    listen_addresses: '127.0.0.1',
    // No socket: its path would have to be short, and TCP is all we use.
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    // What was acknowledged is on the disk (docs/reliability.md R0.3); without durability it is at least with the
    // system.
    fsync: onOff,
    synchronous_commit: 'on',
    full_page_writes: onOff,
    // Compiling costs more than it saves for short statements.
    jit: 'off',
    lc_messages: 'C',
    log_destination: 'stderr',
    logging_collector: 'off',
  };
}

async function ensureDatabase(url: string, log: Logger): Promise<void> {
  const knex = knexFactory(knexConfig({ url, applicationName: 'svc-start', settings: {}, poolMax: 1, log }));
  try {
    const found = await knex('pg_database').where({ datname: DATABASE }).first();
    if (!found) await knex.raw('create database ??', [DATABASE]);
  } finally {
    await knex.destroy();
  }
}
