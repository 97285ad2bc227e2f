import { readdirSync, readFileSync } from 'node:fs';

/** Processor time that all threads of processes have used, microseconds. Linux only. */
export function processorUs(pids: readonly number[]): number {
  let nanoseconds = 0;
  for (const pid of pids) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    }
  }
  return nanoseconds / 1_000;
}

/** The processes of a PostgreSQL server: the first one, and those that it has started. @param dataDir - of `startEmbeddedPostgres`. */
export function listServerProcesses(dataDir: string): number[] {
  const [pid = ''] = readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n');
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...started].filter((id) => id !== '').map(Number);
}
