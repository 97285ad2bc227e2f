import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Running, watchProcess } from '../processes.js';

/** Where a program of an image finds the secrets. */
export const SECRETS_IN_IMAGE = '/tmp/secrets';

/**
 * What an engine does for a container, without one: the root file system cannot be written except for /tmp, the program is PID 1, its user
 * has no rights, and nothing of this machine's environment reaches it.
 */
const SCRIPT = `
set -eu
root=$1 secrets=$2 folder=$3 module=$4
shift 4
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
ip link set lo up
if [ -n "$secrets" ]; then cp -r "$secrets" "$root${SECRETS_IN_IMAGE}"; chmod -R a+rX "$root${SECRETS_IN_IMAGE}"; fi
exec unshare --root "$root" --wd "$folder" --setgid 65532 --setuid 65532 /usr/local/bin/node "$module" "$@"
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
  /** Default: that of a program. */
  start?: { folder: string; module: string };
}): Running {
  const { name, root, network, environment = {}, command = [], secrets = '' } = options;
  const { folder, module } = options.start ?? { folder: `/app/apps/${name}`, module: 'dist/bundle/main.js' };
  const isolation = ['--mount', '--pid', '--ipc', '--uts', '--fork', ...(network === 'none' ? ['--net'] : [])];
  const child = spawn('unshare', [...isolation, 'sh', '-c', SCRIPT, 'sh', root, secrets, folder, module, ...command], {
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
