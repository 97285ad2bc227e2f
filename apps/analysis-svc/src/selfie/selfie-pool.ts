import { availableParallelism } from 'node:os';
import { ServiceError } from '@svc/kit';
import { errorText } from './error-text.js';
import type { PictureJob, PictureResult, WorkerState } from './picture-messages.js';
import { type ProcessOptions, type SelfieProcess, startSelfieProcess } from './selfie-process.js';

export interface SelfiePoolOptions extends ProcessOptions {
  /** Maximum of concurrently handled pictures, each in its own process. */
  size: number;
  /** Maximum number of pictures that wait for a process. */
  queueLimit: number;
  /** Idle time after which the processes are stopped; each uses about 200 MB. */
  endWhenIdleMs: number;
}

/** docs/reliability.md R6.3. The time limits together stay under the 15 s lease of an Idempotency-Key. */
export const SELFIE_POOL_DEFAULTS: SelfiePoolOptions = {
  size: availableParallelism(),
  queueLimit: 8,
  timeLimitMs: 3_000,
  startLimitMs: 5_000,
  restartPauseMs: 10_000,
  endWhenIdleMs: 5 * 60_000,
  recycleAfterImages: 500,
  recycleAboveRssBytes: 400 * 1024 * 1024,
};

export interface SelfiePool {
  /**
   * Returns 'crashed' also when no process starts. Throws UNAVAILABLE when the queue is full. The signal only cancels the
   * waiting.
   */
  handle(job: PictureJob, signal?: AbortSignal): Promise<PictureResult>;
  /** Number of pictures that wait for a process. */
  readonly waiting: number;
  /** Stops the processes. Call it after the last request. */
  stop(): void;
}

/** Distributes pictures to child processes, which start with the first pictures and not with the service. */
export function createSelfiePool(
  options: SelfiePoolOptions,
  /** Receives the state of each started process, or the reason why it did not start. */
  onStart: (state: WorkerState) => void = () => {},
  start: (options: ProcessOptions) => Promise<SelfieProcess> = startSelfieProcess,
): SelfiePool {
  const idle: SelfieProcess[] = [];
  const all = new Set<SelfieProcess>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let stopped = false;
  let pausedUntil = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  async function takeSlot(signal: AbortSignal | undefined): Promise<void> {
    if (busy < options.size) {
      busy += 1;
      return;
    }
    if (waiting.length >= options.queueLimit) {
      throw new ServiceError('UNAVAILABLE', 'Too many pictures are being checked. Retry the request later.');
    }
    await new Promise<void>((resolve, reject) => {
      const cancel = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new ServiceError('UNAVAILABLE', 'The caller cancelled the request while the picture was queued.'));
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      waiting.push(enter);
    });
  }

  /** Passes the slot to the next in the queue, or frees it. */
  function releaseSlot(): void {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }

  /** @returns undefined when no process starts. */
  async function takeProcess(): Promise<SelfieProcess | undefined> {
    for (let candidate = idle.pop(); candidate; candidate = idle.pop()) {
      if (candidate.isUsable()) return candidate;
      candidate.kill();
      all.delete(candidate);
    }
    if (stopped || performance.now() < pausedUntil) return undefined;
    try {
      const started = await start(options);
      all.add(started);
      onStart(started.state);
      return started;
    } catch (error) {
      pausedUntil = performance.now() + options.restartPauseMs;
      onStart({ modelVersion: null, problem: errorText(error) });
      return undefined;
    }
  }

  function endIdle(): void {
    for (const process of idle.splice(0)) {
      process.kill();
      all.delete(process);
    }
  }

  function returnProcess(used: SelfieProcess): void {
    if (used.isUsable() && !stopped) {
      idle.push(used);
      clearTimeout(idleTimer);
      idleTimer = setTimeout(endIdle, options.endWhenIdleMs).unref();
    } else {
      used.kill();
      all.delete(used);
    }
  }

  async function handleInProcess(job: PictureJob): Promise<PictureResult> {
    const process = await takeProcess();
    if (!process) return { state: 'crashed' };
    try {
      return await process.handle(job);
    } finally {
      returnProcess(process);
    }
  }

  return {
    get waiting() {
      return waiting.length;
    },
    async handle(job, signal) {
      signal?.throwIfAborted();
      await takeSlot(signal);
      try {
        // A process that ended while it was idle returns 'gone': the picture is passed to the next, at the latest to a new one.
        for (let tries = 0; tries <= options.size; tries++) {
          const result = await handleInProcess(job);
          if (result.state !== 'gone') return result;
        }
        return { state: 'crashed' };
      } finally {
        releaseSlot();
      }
    },
    stop() {
      stopped = true;
      clearTimeout(idleTimer);
      for (const process of all) process.kill();
      all.clear();
      idle.length = 0;
    },
  };
}
