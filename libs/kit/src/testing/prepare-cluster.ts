import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../postgres/start-embedded-postgres.js';
import { testLogger } from './test-database.js';

/** Where the global set-up keeps the databases of the run; removed with it. */
export const RUN_DIRECTORY = 'TEST_DATABASE_DIRECTORY';

let template: Promise<string> | undefined;

/**
 * Makes a stopped database in an empty data directory: a copy of one that was created once per worker, since to create one takes most
 * of a first start. Creates it in a run that has no directory for databases.
 */
export async function prepareCluster(dataDir: string): Promise<void> {
  const run = process.env[RUN_DIRECTORY];
  if (!run) return createCluster(dataDir);
  template ??= createTemplate(run);
  const folder = await template;
  // With the owner of each file, which is not ours as root.
  await promisify(execFile)('cp', ['-a', `${folder}/.`, dataDir]);
}

async function createTemplate(run: string): Promise<string> {
  const folder = await mkdtemp(join(run, 'template-'));
  await chmod(folder, 0o755); // The account of the server passes through.
  await createCluster(folder);
  return folder;
}

async function createCluster(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, log: testLogger(), durable: false });
  await server.stop();
}
