import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
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

/** As root: the owner of an existing data directory, made by whomever; else the given account. */
export async function readDirectoryOwner(
  directory: string,
  user: ServerUser | undefined,
): Promise<ServerUser | undefined> {
  if (!user) return undefined;
  const found = await stat(directory).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : user;
}
