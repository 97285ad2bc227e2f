import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getThreadFile } from '@svc/kit';
import {
  type PictureJob,
  type PictureResult,
  RECEIVED,
  WITHOUT_MODEL,
  type WorkerResult,
  type WorkerState,
} from './picture-messages.js';

type Reply = WorkerResult & { rssBytes: number };

/** One child process that handles one picture at a time. */
export interface SelfieProcess {
  readonly pid: number;
  readonly state: WorkerState;
  /** Never rejects. After 'too-slow', 'crashed' or 'gone' the process has ended. */
  handle(job: PictureJob): Promise<PictureResult>;
  /**
   * False once the process has ended or should be replaced: too much memory, a failure, the maximum number of pictures, or the end of the
   * pause after a start without the model. docs/reliability.md R6.3.
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
  /** Pause after a failed start, or a start without the model, before another process is started. */
  restartPauseMs: number;
  /** Folder of the model files; default: in their package. */
  modelsDirectory?: string | undefined;
  /** The process only decodes and converts, and loads no model. */
  withoutModel?: true;
}

const WORKER_FILE = getThreadFile('./selfie-worker.js', import.meta.url);

/** Starts a process and waits until it is ready, so that its start does not count towards the time limit of a picture. */
export async function startSelfieProcess(options: ProcessOptions): Promise<SelfieProcess> {
  const given = options.withoutModel ? WITHOUT_MODEL : options.modelsDirectory;
  const child = fork(WORKER_FILE, given === undefined ? [] : [given], {
    serialization: 'advanced',
    execArgv: [],
    // Passes no variable of the service's environment, which contains addresses and passwords. Two malloc arenas limit glibc's memory use.
    env: { MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<'exited'>((resolve) =>
    child.once('exit', () => resolve('exited')).on('error', () => resolve('exited')),
  );
  const first = await raceWithLimit<unknown[] | 'exited'>([once(child, 'message'), exited], options.startLimitMs);
  if (!Array.isArray(first)) {
    child.kill('SIGKILL');
    throw new Error(
      `The process that decodes pictures ${first === 'late' ? 'is not ready in time' : 'does not start'}.`,
    );
  }
  // The process keeps Node alive only while it works, so that a service that does not stop the pool can exit.
  child.unref();
  child.channel?.unref();

  const state = first[0] as WorkerState;
  // A process without the model still decodes, so it is used until another start is due.
  const usableUntilMs =
    state.problem === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.restartPauseMs;
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
    state,
    handle,
    isUsable: () => usable && child.connected && performance.now() < usableUntilMs,
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
