import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SelfieOutcome } from './selfie-result.js';

/** One picture to handle. */
export interface PictureJob {
  bytes: Uint8Array;
  /** More than one frame: all are decoded, only the first is analyzed. */
  isAnimated: boolean;
  /** False: decode only. */
  analyze: boolean;
  /** Return the picture as WebP. */
  convert?: true;
}

/** A picture as pages show it: WebP, upright, sRGB, without metadata. */
export interface WebPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** The result of handling a picture. */
export type PictureResult =
  | {
      state: 'decoded';
      /** Absent when the picture was only decoded. */
      outcome?: SelfieOutcome;
      /** Present when the picture was converted. */
      picture?: WebPicture;
      /** The model failed on the picture. */
      problem?: string;
    }
  | { state: 'undecodable' }
  /** A JPEG that contains more pixels than its header claims. */
  | { state: 'surplus' }
  /** The time limit was exceeded and the process was killed. */
  | { state: 'too-slow' }
  /** The process ended while it handled the picture. */
  | { state: 'crashed' }
  /** The process had ended before it received the picture; another process may handle it. */
  | { state: 'gone' };

/** The message that a process sends when it is ready. */
export interface WorkerState {
  /** Null: pictures are decoded but not analyzed. */
  modelVersion: string | null;
  /** Why the model or the decoder is unavailable. */
  problem?: string | undefined;
}

/** The message that confirms a received picture. A crash after it may be caused by the picture. */
export const RECEIVED = 'received';

/** The message with the result of a picture. */
export type WorkerResult = Extract<PictureResult, { state: 'decoded' | 'undecodable' | 'surplus' }>;

type Reply = WorkerResult & { rssBytes: number };

/** One child process that handles one picture at a time. */
export interface SelfieProcess {
  readonly pid: number;
  readonly state: WorkerState;
  /** Never rejects. After 'too-slow', 'crashed' or 'gone' the process has ended. */
  handle(job: PictureJob): Promise<PictureResult>;
  /**
   * False once the process has ended or should be replaced: too much memory, a failure, or the maximum number of pictures.
   * docs/reliability.md R6.3.
   */
  isUsable(): boolean;
  kill(): void;
}

export interface ProcessOptions {
  /** Time limit for one picture. */
  timeLimitMs: number;
  /** Time limit for starting a process, including loading the model. */
  startLimitMs: number;
  recycleAfterImages: number;
  recycleAboveRssBytes: number;
  /** Folder of the model files; default: in their package. */
  modelsDirectory?: string | undefined;
  /** The process only decodes and converts, and loads no model. */
  withoutModel?: true;
}

/** The argument that stands for `withoutModel`. */
export const WITHOUT_MODEL = '--without-model';

/** When running from sources (in tests), Node must resolve `./x.js` to `./x.ts`. */
const fromSources = import.meta.url.endsWith('.ts');
const workerFile = new URL(`./selfie-worker${fromSources ? '.ts' : '.js'}`, import.meta.url);
/** From sources, a process also translates every module before it runs. */
const startFactor = fromSources ? 4 : 1;
const execArgv = fromSources ? ['--import', new URL('../testing/import-typescript.mjs', import.meta.url).href] : [];

/** Starts a process and waits until it is ready, so that its start does not count towards the time limit of a picture. */
export async function startSelfieProcess(options: ProcessOptions): Promise<SelfieProcess> {
  const given = options.withoutModel ? WITHOUT_MODEL : options.modelsDirectory;
  const child = fork(workerFile, given === undefined ? [] : [given], {
    serialization: 'advanced',
    execArgv,
    // Passes no variable of the service's environment, which contains addresses and passwords. Two malloc arenas limit glibc's memory use.
    env: { MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<'exited'>((resolve) =>
    child.once('exit', () => resolve('exited')).on('error', () => resolve('exited')),
  );
  const first = await raceWithLimit<unknown[] | 'exited'>(
    [once(child, 'message'), exited],
    options.startLimitMs * startFactor,
  );
  if (!Array.isArray(first)) {
    child.kill('SIGKILL');
    throw new Error(
      `The process that decodes pictures ${first === 'late' ? 'is not ready in time' : 'does not start'}.`,
    );
  }
  // The process keeps Node alive only while it works, so that a service that does not stop the pool can exit.
  child.unref();
  child.channel?.unref();

  let images = 0;
  let usable = true;
  exited.then(() => {
    usable = false;
  });

  async function handle(job: PictureJob): Promise<PictureResult> {
    let received = false;
    const answer = new Promise<Reply>((resolve) => {
      child.on('message', function listen(message) {
        if (message === RECEIVED) {
          received = true;
        } else {
          child.off('message', listen);
          resolve(message as Reply);
        }
      });
    });
    child.send(job, () => {});
    const result = await raceWithLimit<Reply | 'exited'>([answer, exited], options.timeLimitMs);
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

/** The first promise that settles, or 'late' after the limit. */
async function raceWithLimit<Value>(promises: Promise<Value>[], limitMs: number): Promise<Value | 'late'> {
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
