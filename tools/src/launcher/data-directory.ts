import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LauncherError } from './launcher-error.js';

/** DATA_DIR: what the launcher keeps between starts, in addition to the embedded database. */
export interface DataDirectory {
  path: string;
  /** Text of a file in the directory, without its line end; undefined when there is none. */
  read(name: string): string | undefined;
  /** Writes a secret, readable by its owner only. */
  writeSecret(name: string, text: string): void;
}

/** @throws LauncherError when the directory cannot be made or written. */
export function createDataDirectory(dataDir: string): DataDirectory {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
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
  };
}
