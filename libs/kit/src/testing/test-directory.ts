import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

const MEMORY = '/dev/shm';
const GIB = 1024 ** 3;

/**
 * Where tests keep databases: in memory where there is plenty, else in the folder for temporary files. A file system on a disk
 * spends more processor time on the files of databases that come and go than PostgreSQL on their contents (ADR 122).
 * @param free - bytes that may be used: of memory, and of the file system in memory.
 */
export function findTestFolder(free = { memory: availableMemory(), folder: measureFree(MEMORY) }): string {
  return free.memory > 6 * GIB && free.folder > 3 * GIB ? MEMORY : tmpdir();
}

/** A new folder there. */
export const createTestDirectory = (prefix: string): Promise<string> => mkdtemp(join(findTestFolder(), prefix));

function measureFree(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
