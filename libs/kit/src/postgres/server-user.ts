import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '../log/logger.js';

const run = promisify(execFile);

/** Account under which the server runs; undefined: our own. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. As root its account is `postgres`, created if missing, or `nobody` where accounts
 * cannot be created. As any other user: undefined.
 */
export async function serverUser(log: Logger): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUp('postgres');
  if (known) return known;
  try {
    await run('groupadd', ['--system', 'postgres']).catch(() => undefined); // It may exist without the user.
    await run('useradd', ['--system', '--no-create-home', '--gid', 'postgres', 'postgres']);
  } catch (error) {
    log.warn({ err: error }, "cannot create the user 'postgres'; PostgreSQL runs as 'nobody'");
  }
  const user = (await lookUp('postgres')) ?? (await lookUp('nobody'));
  if (user) return user;
  throw new Error(
    "PostgreSQL cannot run as root and there is no user 'postgres'. Create one, or start as another user.",
  );
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * Where the server's files go: `<dataDir>/postgres`, unless the server's account cannot reach that (a closed home of
 * root); then a folder of the same name for ever under /var/lib, and a warning says so.
 */
export async function serverDirectory(dataDir: string, user: ServerUser | undefined, log: Logger): Promise<string> {
  const wanted = join(dataDir, 'postgres');
  if (!user) return wanted;
  const closed = await firstClosed(dataDir, user);
  if (closed === undefined) return wanted;
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const fallback = join('/var/lib/svc-embedded-postgres', id);
  log.warn(
    { directory: fallback },
    `the database server's account cannot enter ${closed}; the database is kept in ${fallback} instead`,
  );
  return fallback;
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
