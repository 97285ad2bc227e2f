import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import knexFactory from 'knex';
import { knexConfig } from '../db/connection/knex-config.js';
import { stopOrphan } from '../postgres/data-directory.js';
import { waitForExit } from '../postgres/processes.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/start-embedded-postgres.js';
import { prepareCluster } from './prepare-cluster.js';
import { testLogger } from './test-database.js';
import { createTestDirectory } from './test-directory.js';

const KIT = fileURLToPath(new URL('../../dist/', import.meta.url));

/** One data directory, and everything a test starts on it. `open` belongs into beforeEach, `close` into afterEach. */
export class EmbeddedPostgresFixture {
  dataDir = '';
  readonly #servers: EmbeddedPostgres[] = [];
  readonly #children: ChildProcess[] = [];

  async open(): Promise<void> {
    this.dataDir = await createTestDirectory('svc-pg-');
    await chmod(this.dataDir, 0o755);
  }

  /** For tests of what comes after the first start: the directory has a database already. */
  async openInitialized(): Promise<void> {
    await this.open();
    await prepareCluster(this.dataDir);
  }

  async close(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      child.kill('SIGKILL');
      await waitForExit(child.pid ?? 0, 20_000);
    }
    await stopOrphan(join(this.dataDir, 'postgres')); // A killed launcher leaves its server.
    await Promise.all(this.#servers.splice(0).map((server) => server.stop()));
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async start(options: { port?: number; durable?: boolean } = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({
      dataDir: this.dataDir,
      log: testLogger(),
      durable: false,
      ...options,
    });
    this.#servers.push(server);
    return server;
  }

  /** The message of a start that has to fail. */
  failure(options?: { port?: number }): Promise<string> {
    return this.start(options).then(
      () => 'started',
      (error: Error) => error.message,
    );
  }

  /** Ends `child` with the test. */
  adopt(child: ChildProcess): ChildProcess {
    this.#children.push(child);
    return child;
  }

  /** Another process that starts the server and keeps it; on SIGTERM it exits without stopping it. */
  async launcher(options: { uid?: number } = {}): Promise<{ child: ChildProcess; url: string }> {
    const code = `
      import { createLogger } from ${JSON.stringify(`${KIT}log/logger.js`)};
      import { startEmbeddedPostgres } from ${JSON.stringify(`${KIT}embedded-postgres.js`)};
      const log = createLogger({ name: 'launcher', level: 'silent' });
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(this.dataDir)}, log, durable: false });
      process.on('SIGTERM', () => process.exit(1));
      console.log('URL ' + server.url);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: '/', ...options });
    this.adopt(child);
    let output = '';
    child.stderr.on('data', (data) => {
      output += data;
    });
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (data) => {
        output += data;
        const found = /URL (\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
      child.once('exit', () => reject(new Error(`ended: ${output}`)));
    });
    return { child, url };
  }
}

/** The rows of one statement, on a connection of its own. */
export async function queryOnce<T>(url: string, sql: string): Promise<T[]> {
  const knex = knexFactory(knexConfig({ url, applicationName: 'test', settings: {}, poolMax: 1, log: testLogger() }));
  try {
    return (await knex.raw<{ rows: T[] }>(sql)).rows;
  } finally {
    await knex.destroy();
  }
}
