import { createHash, randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Logger } from '../log/logger.js';
import { POSTGRES_MAJOR, type PostgresBinaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

/** Where files go that the server's account could not reach otherwise; as root only. */
const STATE_DIRECTORY = '/var/lib/svc-embedded-postgres';

/**
 * Where the database goes: `<dataDir>/postgres`. `dataDir` itself is opened for passing through, as its secrets are closed
 * files; if the server's account cannot enter a folder above it (a closed home of root), the database goes to a folder under
 * /var/lib, whose name is kept in `<dataDir>/postgres.directory`, and a warning says so.
 */
export async function serverDirectory(dataDir: string, user: ServerUser | undefined, log: Logger): Promise<string> {
  const wanted = join(dataDir, 'postgres');
  if (!user) return wanted;
  const { mode, uid } = await stat(dataDir);
  if (uid === process.getuid?.()) await chmod(dataDir, (mode & 0o7777) | 0o011);
  const closed = await firstClosed(dataDir, user);
  if (closed === undefined) return wanted;
  await createStateDirectory();
  const directory = await loadDirectoryName(join(dataDir, 'postgres.directory'));
  log.warn(
    { directory },
    `the account of the database server cannot enter ${closed}; the database is kept in ${directory} instead`,
  );
  return directory;
}

/** A new `dataDir` at an old path is a new database: the name hangs on the file, not on the path. */
async function loadDirectoryName(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept.trim();
  const directory = join(STATE_DIRECTORY, randomUUID());
  await writeFile(file, `${directory}\n`);
  return directory;
}

/** The binaries, or a copy of them under /var/lib if the server's account cannot enter the folder they are in. */
export async function reachableBinaries(
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<PostgresBinaries> {
  const root = dirname(dirname(binaries.postgres));
  if (!user || (await firstClosed(root, user)) === undefined) return binaries;
  await createStateDirectory();
  const { mtimeMs, size } = await stat(binaries.postgres);
  const copy = join(STATE_DIRECTORY, `binaries-${POSTGRES_MAJOR}-${hashToId(`${root}:${mtimeMs}:${size}`)}`);
  if (!(await stat(copy).catch(() => undefined))) {
    const draft = `${copy}.${process.pid}`;
    // Links stay relative: the copy must not lead back into the closed folder.
    await cp(root, draft, { recursive: true, verbatimSymlinks: true });
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true })); // Another start was quicker.
  }
  const move = (path: string) => join(copy, 'bin', basename(path));
  return { postgres: move(binaries.postgres), initdb: move(binaries.initdb) };
}

/** Whatever the umask, everybody may pass; the data directories below are closed themselves. */
async function createStateDirectory(): Promise<void> {
  await mkdir(STATE_DIRECTORY, { recursive: true });
  await chmod(STATE_DIRECTORY, 0o755);
}

function hashToId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The outermost folder on the way that the account may not enter. */
async function firstClosed(path: string, user: ServerUser): Promise<string | undefined> {
  const parent = dirname(path);
  const above = parent === path ? undefined : await firstClosed(parent, user);
  if (above !== undefined) return above;
  const { mode, uid, gid } = await stat(path);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return mode & bit ? undefined : path;
}
