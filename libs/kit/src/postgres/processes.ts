import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True while a process with this id exists, whatever user owns it. A zombie counts as ended. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat === undefined || getStatFields(stat)[0] !== 'Z';
}

/**
 * When the process started, as a text to compare: distinguishes a process from a later one with the same id.
 * Undefined if unknown.
 */
export async function readProcessStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Field 22 of proc(5); the name in field 2 may hold blanks, so count behind its parenthesis.
  if (stat !== undefined) return getStatFields(stat)[19];
  const ps = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined);
  return ps?.stdout.trim() || undefined;
}

/** True only if the process is certainly a PostgreSQL server on this data directory. */
export async function isPostmaster(pid: number, directory: string): Promise<boolean> {
  const expected = await realpath(directory);
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined);
  if (name !== undefined) {
    // A postmaster changes into its data directory.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return name.trim() === 'postgres' && cwd === expected;
  }
  const ps = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined);
  const command = ps?.stdout ?? '';
  return command.includes('postgres') && (command.includes(expected) || command.includes(directory));
}

/** Waits until the process is gone. False if it is still there after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (await isAlive(pid)) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

function getStatFields(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
