import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Running, watchProcess } from '../processes.js';
import type { MemoryGroup } from './memory-group.js';

/** Where a program of an image finds the secrets. */
export const SECRETS_IN_IMAGE = '/tmp/secrets';

/**
 * What an engine does for a container, without one: the root file system cannot be written except for /tmp, the program is PID 1, its user
 * has no rights, and nothing of this machine's environment reaches it.
 */
const SCRIPT = `
set -eu
root=$1 secrets=$2 temporary=$3 folder=$4 module=$5
shift 5
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
if [ -n "$temporary" ]; then mount --bind "$temporary" "$root/tmp"; else mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/tmp"; fi
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
ip link set lo up
if [ -n "$secrets" ]; then cp -r "$secrets" "$root${SECRETS_IN_IMAGE}"; chmod -R a+rX "$root${SECRETS_IN_IMAGE}"; fi
exec unshare --root "$root" --wd "$folder" --setgid 65532 --setuid 65532 /usr/local/bin/node "$module" "$@"
`;

/** Joins the group of processes whose memory is limited, and becomes `unshare`. */
const JOIN = `
if [ -n "$0" ]; then echo $$ > "$0"; fi
exec unshare "$@"
`;

/**
 * Runs the program of an image as the image says (`deploy/images/Containerfile`). Needs root.
 * @param options.root - its mounted root file system.
 * @param options.network - `none` or that of this machine.
 */
export function runInImage(options: {
  name: string;
  root: string;
  network: 'none' | 'host';
  environment?: Record<string, string>;
  command?: readonly string[];
  secrets?: string;
  /** What the kernel ends the program for using more than. Default: no limit. */
  memory?: MemoryGroup;
  /** Folder of this machine that is its `/tmp`. Default: one in memory. */
  temporary?: string;
  /** Default: that of a program. */
  start?: { folder: string; module: string };
}): Running {
  const { name, root, network, environment = {}, command = [], secrets = '', memory, temporary = '' } = options;
  const { folder, module } = options.start ?? { folder: `/app/apps/${name}`, module: 'dist/bundle/main.js' };
  const isolation = ['--mount', '--pid', '--ipc', '--uts', '--fork', ...(network === 'none' ? ['--net'] : [])];
  const parameters = [root, secrets, temporary, folder, module, ...command];
  const child = spawn('sh', ['-c', JOIN, memory?.join ?? '', ...isolation, 'sh', '-c', SCRIPT, 'sh', ...parameters], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watchProcess(child, (signal) => {
    // unshare itself ignores signals.
    const pid = child.exitCode === null ? findChild(child.pid) : undefined;
    if (pid !== undefined) process.kill(pid, signal);
  });
}

/** The process that a process has started; undefined when it has ended. */
export function findChild(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]) || undefined;
  } catch {
    return undefined;
  }
}
