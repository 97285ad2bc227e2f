import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processes whose memory the kernel limits together, as those of a container. */
export interface MemoryGroup {
  /** File that a process writes its PID to, to be in the group with all that it starts. */
  join: string;
  /** Processes that the kernel has ended since the group was at its limit. */
  countKilled(): number;
  /** Most memory so far, in MiB, with files that were read and that the kernel still has. */
  measurePeak(): number;
  /** After its processes have ended. */
  remove(): void;
}

const GROUPS = '/sys/fs/cgroup';
/** Version 1 of control groups has a hierarchy for memory; version 2 has one for everything. */
const VERSION_1 = join(GROUPS, 'memory');

/** Needs root, and control groups that this machine lets it make. */
export function createMemoryGroup(name: string, limitMiB: number): MemoryGroup {
  const isVersion1 = existsSync(VERSION_1);
  const folder = join(isVersion1 ? VERSION_1 : GROUPS, `svc-${process.pid}-${name}`);
  if (!isVersion1) writeFileSync(join(GROUPS, 'cgroup.subtree_control'), '+memory');
  mkdirSync(folder);
  const bytes = String(limitMiB * 1024 * 1024);
  writeFileSync(join(folder, isVersion1 ? 'memory.limit_in_bytes' : 'memory.max'), bytes);
  const events = join(folder, isVersion1 ? 'memory.oom_control' : 'memory.events');
  const peak = join(folder, isVersion1 ? 'memory.max_usage_in_bytes' : 'memory.peak');
  return {
    join: join(folder, 'cgroup.procs'),
    countKilled: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8'))?.[1]),
    measurePeak: () => Number(readFileSync(peak, 'utf8')) / 1024 / 1024,
    remove: () => rmdirSync(folder),
  };
}
