import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, readProcessStart, waitForExit } from './processes.js';

interface Owner {
  pid: number;
  /** See `readProcessStart`. */
  start?: string;
  token: string;
}

/**
 * Claims a data directory for this process by the file `launcher.pid`. A file left by a process that is gone is
 * replaced. Returns the function that gives the directory back.
 * @throws Error naming the process, if a live one holds the directory.
 */
export async function claimDirectory(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'launcher.pid');
  const start = await readProcessStart(process.pid);
  const own: Owner = { pid: process.pid, ...(start === undefined ? {} : { start }), token: randomUUID() };
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const created = await writeFile(path, JSON.stringify(own), { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (created) {
      // A process that saw the same stale file may have removed ours: the lock is ours only if the file is still there.
      if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, 100));
      if ((await readOwner(path))?.token === own.token) return () => rm(path, { force: true });
      continue;
    }
    const owner = await readOwner(path);
    // A process that was just killed is still there for a moment.
    if (owner && (await isRunning(owner)) && !(await waitForExit(owner.pid, 1_000))) {
      throw new Error(
        `The data directory ${dataDir} is in use by process ${owner.pid}. Stop that process, or choose another data directory.`,
      );
    }
    await rename(path, `${path}.stale`).catch(() => undefined);
    await rm(`${path}.stale`, { force: true });
  }
  throw new Error(`The data directory ${dataDir} is being claimed by another process. Try again.`);
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as Partial<Owner> | null;
    return typeof owner?.pid === 'number' && typeof owner.token === 'string' ? (owner as Owner) : undefined;
  } catch {
    return undefined; // Missing, or half written by a process that died.
  }
}

async function isRunning(owner: Owner): Promise<boolean> {
  if (!(await isAlive(owner.pid))) return false;
  const start = await readProcessStart(owner.pid);
  return owner.start === undefined || start === undefined || owner.start === start;
}
