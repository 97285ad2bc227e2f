import { chmod, rm } from 'node:fs/promises';
import { createLogger } from '../log/logger.js';
import { startEmbeddedPostgres } from '../postgres/start-embedded-postgres.js';
import { RUN_DIRECTORY } from './prepare-cluster.js';
import { createTestDirectory } from './test-directory.js';

/**
 * Vitest global set-up: one PostgreSQL server per run, its address in TEST_DATABASE_URL, removed at the end. Starts
 * nothing if TEST_DATABASE_URL is set already; its user must then be a superuser.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {};
  const dataDir = await createTestDirectory('svc-test-');
  await chmod(dataDir, 0o755); // As root the server runs as another user, who has to get in.
  const log = createLogger({ name: 'test-database', level: 'error' });
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false, maxConnections: 200 });
  process.env.TEST_DATABASE_URL = server.url;
  process.env[RUN_DIRECTORY] = dataDir;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    delete process.env[RUN_DIRECTORY];
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
