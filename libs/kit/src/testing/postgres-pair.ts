import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/start-embedded-postgres.js';
import { prepareCluster } from './prepare-cluster.js';
import { testLogger } from './test-database.js';
import { createTestDirectory } from './test-directory.js';

/** A server and its streaming standby, each with folders of its own. */
export interface PostgresPair {
  readonly primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  /** Starts the standby again, at the same port, after its `stop`. */
  restartStandby(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param settings - of the standby, as lines of postgresql.conf.
 * @param durable - whether commits wait for the disk.
 */
export async function startPostgresPair({ settings = '', durable = false } = {}): Promise<PostgresPair> {
  const folder = await createTestDirectory('svc-pair-');
  await chmod(folder, 0o755); // The account of the servers passes through.
  const log = testLogger();
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
  await mkdir(first);
  await prepareCluster(first);
  // The server stands still, so its files are a base backup.
  await promisify(execFile)('cp', ['-a', first, second]); // With the owner of each file.
  const directory = join(second, 'postgres');
  const primary = await startEmbeddedPostgres({ dataDir: first, log, durable });
  const { username, password } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=standby`;
  await appendFile(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n${settings}\n`);
  const signal = join(directory, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(directory);
  await chown(signal, uid, gid);
  let standby = await startEmbeddedPostgres({ dataDir: second, log, durable });
  return {
    primary,
    get standby() {
      return standby;
    },
    async restartStandby() {
      standby = await startEmbeddedPostgres({ dataDir: second, port: standby.port, log, durable });
    },
    async stop() {
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
