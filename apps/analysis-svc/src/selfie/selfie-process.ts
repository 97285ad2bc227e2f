import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SelfieOutcome } from './selfie-result.js';

/** One picture for a process. */
export interface PictureJob {
  bytes: Uint8Array;
  /** More than one frame: all are decoded, the first is looked at. */
  isAnimated: boolean;
  /** False: decode only. */
  analyse: boolean;
}

/** What a process makes of a picture. */
export type PictureResult =
  | {
      state: 'decoded';
      /** Absent when the picture was not to be analysed. */
      outcome?: SelfieOutcome;
      /** The model failed on the picture. */
      problem?: string;
    }
  | { state: 'undecodable' }
  /** A JPEG that contains more pixels than its header claims. */
  | { state: 'surplus' }
  /** It took longer than the limit: the process was killed. */
  | { state: 'too-slow' }
  /** The process ended while it worked. */
  | { state: 'crashed' }
  /** The process had ended before it got the picture: another one may have it. */
  | { state: 'gone' };

/** What a process says once, when it is ready. */
export interface WorkerState {
  /** Null: pictures are decoded but not analysed. */
  modelVersion: string | null;
  /** Why model or decoder are missing. */
  problem?: string | undefined;
}

/** What a process says when it has got a picture: from then on a crash may be the picture's doing. */
export const RECEIVED = 'received';

/** What a process says of a picture. */
export type WorkerAnswer = Extract<PictureResult, { state: 'decoded' | 'undecodable' | 'surplus' }>;

type Answer = WorkerAnswer & { rssBytes: number };

/** One child process that handles one picture at a time. */
export interface SelfieProcess {
  readonly pid: number;
  readonly state: WorkerState;
  /** Never rejects. After 'too-slow', 'crashed' or 'gone' there is no process any more. */
  handle(job: PictureJob): Promise<PictureResult>;
  /**
   * False once the process has ended or should be replaced: it grew, failed, or has done its share.
   * docs/reliability.md R6.3.
   */
  isUsable(): boolean;
  kill(): void;
}

export interface ProcessOptions {
  /** Hard limit for one picture. */
  timeLimitMs: number;
  /** Hard limit for the start of a process, with loading the model. */
  startLimitMs: number;
  recycleAfterImages: number;
  recycleAboveRssBytes: number;
  /** Where the model files are; undefined: in their package. */
  modelsDirectory?: string | undefined;
}

/** From the sources (in tests) Node has to find `./x.ts` where the code says `./x.js`. */
const fromSources = import.meta.url.endsWith('.ts');
const workerFile = new URL(`./selfie-worker${fromSources ? '.ts' : '.js'}`, import.meta.url);
const execArgv = fromSources ? ['--import', new URL('../testing/import-typescript.mjs', import.meta.url).href] : [];

/** Starts a process and waits until it is ready, so that its start does not count as time for a picture. */
export async function startSelfieProcess(options: ProcessOptions): Promise<SelfieProcess> {
  const child = fork(workerFile, options.modelsDirectory === undefined ? [] : [options.modelsDirectory], {
    serialization: 'advanced',
    execArgv,
    // Nothing of the service's environment: no address, no password. Two malloc arenas keep glibc from hoarding.
    env: { MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<'exited'>((resolve) =>
    child.once('exit', () => resolve('exited')).on('error', () => resolve('exited')),
  );
  const first = await firstOf<unknown[] | 'exited'>([once(child, 'message'), exited], options.startLimitMs);
  if (!Array.isArray(first)) {
    child.kill('SIGKILL');
    throw new Error(
      `The process that analyses selfies ${first === 'late' ? 'is not ready in time' : 'does not start'}.`,
    );
  }
  // Alive only for work in progress: a service that forgets to stop the pool can still end.
  child.unref();
  child.channel?.unref();

  let images = 0;
  let usable = true;
  exited.then(() => {
    usable = false;
  });

  async function handle(job: PictureJob): Promise<PictureResult> {
    let received = false;
    const answer = new Promise<Answer>((resolve) => {
      child.on('message', function listen(message) {
        if (message === RECEIVED) {
          received = true;
        } else {
          child.off('message', listen);
          resolve(message as Answer);
        }
      });
    });
    child.send(job, () => {});
    const result = await firstOf<Answer | 'exited'>([answer, exited], options.timeLimitMs);
    if (typeof result === 'object') {
      const { rssBytes, ...found } = result;
      images += 1;
      usable &&= images < options.recycleAfterImages && rssBytes < options.recycleAboveRssBytes;
      usable &&= !('problem' in found);
      return found;
    }
    usable = false;
    child.kill('SIGKILL');
    if (result === 'late') return { state: 'too-slow' };
    return { state: received ? 'crashed' : 'gone' };
  }

  return {
    pid: child.pid ?? 0,
    state: first[0] as WorkerState,
    handle,
    isUsable: () => usable && child.connected,
    kill: () => void child.kill('SIGKILL'),
  };
}

/** The first that settles, or 'late'. */
async function firstOf<Value>(promises: Promise<Value>[], limitMs: number): Promise<Value | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  try {
    return await Promise.race([...promises, late]);
  } finally {
    clearTimeout(timer);
  }
}
