import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LauncherError } from './launcher-error.js';

export interface DataDirectory {
  path: string;
  /** Text of a file in the directory, without its line end; undefined when there is none. */
  read(name: string): string | undefined;
  /** Writes a secret, readable by its owner only. */
  writeSecret(name: string, text: string): void;
  /** Lets another launcher use the directory. */
  release(): void;
}

/**
 * Opens DATA_DIR for this process alone.
 * @throws LauncherError when it cannot be written or another launcher is using it.
 */
export function openDataDirectory(dataDir: string): DataDirectory {
  const path = resolve(dataDir);
  const lockFile = join(path, 'launcher.pid');
  try {
    mkdirSync(path, { recursive: true });
    takeLock(lockFile, path);
  } catch (error) {
    if (error instanceof LauncherError) throw error;
    throw new LauncherError(
      `DATA_DIR ${path} cannot be used: ${(error as Error).message}. Choose a folder that this user may write to.`,
    );
  }
  return {
    path,
    read(name) {
      const file = join(path, name);
      return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
    },
    writeSecret(name, text) {
      writeFileSync(join(path, name), `${text}\n`, { mode: 0o600 });
    },
    release() {
      rmSync(lockFile, { force: true });
    },
  };
}

/** `wx` makes creation the test, so that of two launchers that start together one wins. */
function takeLock(lockFile: string, path: string): void {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(lockFile, 'utf8'));
    if (Number.isInteger(owner) && owner !== process.pid && isLauncher(owner)) {
      throw new LauncherError(
        `DATA_DIR ${path} is in use by process ${owner}. Stop that one, or set DATA_DIR to another folder.`,
      );
    }
    rmSync(lockFile, { force: true });
  }
  throw new LauncherError(`DATA_DIR ${path} is being taken by another process; start again.`);
}

/** After a reboot the number may belong to any process: where /proc tells, only a Node process counts. */
function isLauncher(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return true;
  }
}
