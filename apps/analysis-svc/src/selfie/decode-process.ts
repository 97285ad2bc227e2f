import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What decoding found. A picture that ends the process counts as undecodable. */
export type DecodeResult = 'decoded' | 'undecodable' | 'too-slow';

/** One child process that decodes one picture at a time. */
export interface DecodeProcess {
  /** Never rejects. After 'too-slow', or a crash, the process is gone. */
  decode(bytes: Buffer): Promise<DecodeResult>;
  /** False once the process has ended or should be replaced: it grew, or has done its share. Reliability R6.3. */
  isUsable(): boolean;
  kill(): void;
}

export interface DecodeLimits {
  timeLimitMs: number;
  recycleAfterImages: number;
  recycleAboveRssBytes: number;
}

const workerFile = new URL(`./decode-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Starts a process and waits until it is ready, so that its start does not count as decoding time. */
export async function startDecodeProcess(limits: DecodeLimits): Promise<DecodeProcess> {
  const child = fork(workerFile, {
    serialization: 'advanced',
    execArgv: [],
    // Nothing of the service's environment: no address, no password. Two malloc arenas keep glibc from hoarding.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<'exited'>((resolve) =>
    child.once('exit', () => resolve('exited')).on('error', () => resolve('exited')),
  );
  const first = await Promise.race([once(child, 'message'), exited]);
  if (first === 'exited') throw new Error('The process that decodes selfies ended while it started.');
  // Alive only for work in progress: a service that forgets to stop the pool can still end.
  child.unref();
  child.channel?.unref();

  let images = 0;
  let usable = true;
  exited.then(() => {
    usable = false;
  });

  async function decode(bytes: Buffer): Promise<DecodeResult> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), limits.timeLimitMs);
    });
    try {
      const answer = once(child, 'message');
      answer.catch(() => {});
      child.send(bytes, () => {});
      const result = await Promise.race([answer, exited, late]);
      if (Array.isArray(result)) {
        const { decoded, rssBytes } = result[0] as { decoded: boolean; rssBytes: number };
        images += 1;
        usable &&= images < limits.recycleAfterImages && rssBytes < limits.recycleAboveRssBytes;
        return decoded ? 'decoded' : 'undecodable';
      }
      usable = false;
      child.kill('SIGKILL');
      return result === 'late' ? 'too-slow' : 'undecodable';
    } finally {
      clearTimeout(timer);
    }
  }

  return { decode, isUsable: () => usable && child.connected, kill: () => void child.kill('SIGKILL') };
}
