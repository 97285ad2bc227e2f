import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Memory {
  /** Resident bytes of the process alone. */
  service: number;
  /** With the processes that it started to look at pictures. */
  withWorkers: number;
  /** Ids of those processes. */
  workers: number[];
}

interface ProcessRow {
  id: number;
  parent: number;
  bytes: number;
  command: string;
}

/** What a service and its picture processes hold, by the system's process table. */
export function readMemory(pid: number): Memory {
  const rows = process.platform === 'linux' ? readProc() : readPs();
  const service = rows.find(({ id }) => id === pid)?.bytes ?? 0;
  const workers = rows.filter(({ parent, command }) => parent === pid && command.includes('selfie-worker'));
  return {
    service,
    withWorkers: workers.reduce((sum, { bytes }) => sum + bytes, service),
    workers: workers.map(({ id }) => id),
  };
}

/** Linux has a table without a program; a slim container has no `ps`. */
function readProc(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const figure = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return [{ id: Number(name), parent: figure('PPid'), bytes: figure('VmRSS') * 1024, command }];
      } catch {
        return []; // It ended while we read.
      }
    });
}

function readPs(): ProcessRow[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,rss=,command='], { encoding: 'utf8', maxBuffer: 2 ** 23 });
  return table.split('\n').flatMap((line) => {
    const [, id, parent, kilobytes, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return id ? [{ id: Number(id), parent: Number(parent), bytes: Number(kilobytes) * 1024, command }] : [];
  });
}
