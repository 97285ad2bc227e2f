import { statSync } from 'node:fs';
import { UsageError } from './connection.js';

/** Refuses a path that is not that of a file, before anything is sent. @throws UsageError */
export function checkFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`The file ${path} does not exist.`);
  if (stats.isDirectory()) throw new UsageError(`${path} must be a file, not a folder.`);
}
