import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { POSTGRES_MAJOR, type PostgresBinaries } from './binaries.js';
import { isAlive, isPostmaster, waitForExit } from './processes.js';
import type { ServerUser } from './server-user.js';

const run = promisify(execFile);

/**
 * Makes sure that the directory holds a cluster of our version, creating one if it is missing or empty. A creation that
 * is interrupted leaves nothing behind that looks like a cluster.
 * @throws Error that says what to do, if the directory holds something else.
 */
export async function ensureCluster(options: {
  binaries: PostgresBinaries;
  directory: string;
  password: string;
  user: ServerUser | undefined;
  durable: boolean;
}): Promise<void> {
  const { directory } = options;
  const files = await readdir(directory).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`The database directory ${directory} cannot be read: ${error.message}`, { cause: error });
  });
  if (files.length === 0) return createCluster(options);
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined || !files.includes('global')) {
    throw new Error(
      `${directory} is not a whole PostgreSQL data directory. Restore it from a backup, or move it away to begin with an empty database.`,
    );
  }
  if (version.trim() !== POSTGRES_MAJOR) {
    throw new Error(
      `${directory} was made by PostgreSQL ${version.trim()}, this is ${POSTGRES_MAJOR}. Export it with the old version and import it here, or move it away to begin with an empty database.`,
    );
  }
}

async function createCluster(options: Parameters<typeof ensureCluster>[0]): Promise<void> {
  const { binaries, directory, password, user, durable } = options;
  const fresh = `${directory}.new`;
  const passwordFile = `${directory}.init-${randomBytes(6).toString('hex')}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) await Promise.all([chown(fresh, user.uid, user.gid), chown(passwordFile, user.uid, user.gid)]);
  const parameters = [
    `--pgdata=${fresh}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // More of them protect a password that can be guessed. This one is 24 random bytes, and 4,096 cost each connection milliseconds.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await run(binaries.initdb, parameters, { ...user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } });
    await rm(directory, { recursive: true, force: true }); // Empty, or initdb would not have been asked for.
    await rename(fresh, directory);
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true });
    const reason = (cause as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(cause);
    throw new Error(`PostgreSQL could not create a database in ${directory}: ${reason}`, { cause });
  } finally {
    await unlink(passwordFile).catch(() => undefined);
  }
}

/**
 * Stops a server that outlived the process that started it (`kill -9` leaves it running), so that a new one can take
 * over. Stops nothing but a PostgreSQL server of this very directory.
 */
export async function stopOrphan(directory: string): Promise<void> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const pid = Number(text?.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !(await isAlive(pid))) return;
  if (!(await isPostmaster(pid, directory))) return; // The number went to another process meanwhile.
  // Fast shutdown first; immediate shutdown if a backend hangs. Never SIGKILL: backends would continue to write.
  process.kill(pid, 'SIGINT');
  if (await waitForExit(pid, 10_000)) return;
  process.kill(pid, 'SIGQUIT');
  if (await waitForExit(pid, 10_000)) return;
  throw new Error(
    `A PostgreSQL server (process ${pid}) is still running on ${directory} and does not stop. End it first.`,
  );
}

/** The superuser's password of a data directory: made at the first start, kept in a file of mode 0600. */
export async function readPassword(dataDir: string, directory: string): Promise<string> {
  const path = join(dataDir, 'postgres.password');
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known?.trim()) return known.trim();
  const files = await readdir(directory).catch((): string[] => []);
  if (files.includes('PG_VERSION')) {
    throw new Error(`${path} is missing: the password of the database in ${directory}. Restore the file.`);
  }
  const password = randomBytes(24).toString('hex');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}
