import { availableParallelism } from 'node:os';
import { ServiceError } from '@svc/kit';
import { errorText } from './error-text.js';
import {
  type PictureJob,
  type PictureResult,
  type ProcessOptions,
  type SelfieProcess,
  startSelfieProcess,
  type WorkerState,
} from './selfie-process.js';

export interface SelfiePoolOptions extends ProcessOptions {
  /** Pictures handled at once, each in a process of its own. */
  size: number;
  /** Pictures that may wait for a process. */
  queueLimit: number;
  /** After a process that did not start, so long none is started. */
  restartPauseMs: number;
  /** When no picture came for so long, the processes end: each holds some 200 MB. */
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
   * Answers 'crashed' also when no process starts. Fails with UNAVAILABLE when the queue is full; the signal ends the
   * waiting only.
   */
  handle(job: PictureJob, signal?: AbortSignal): Promise<PictureResult>;
  /** Ends the processes. Call it when no request is in work. */
  stop(): void;
}

/** Hands pictures to child processes, which start with the first pictures and not with the service. */
export function createSelfiePool(
  options: SelfiePoolOptions,
  /** Told the state of each process that starts, or why none does. */
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
      throw new ServiceError('UNAVAILABLE', 'Too many selfies are being checked. Send the request again in a moment.');
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new ServiceError('UNAVAILABLE', 'The caller gave up while the selfie waited to be checked.'));
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(enter);
    });
  }

  /** Hands the slot to the next in the queue, or gives it back. */
  function leaveSlot(): void {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }

  /** @returns undefined when none starts. */
  async function takeProcess(): Promise<SelfieProcess | undefined> {
    for (let candidate = idle.pop(); candidate; candidate = idle.pop()) {
      if (candidate.isUsable()) return candidate;
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

  function giveBack(used: SelfieProcess): void {
    if (used.isUsable() && !stopped) {
      idle.push(used);
      clearTimeout(idleTimer);
      idleTimer = setTimeout(endIdle, options.endWhenIdleMs).unref();
    } else {
      used.kill();
      all.delete(used);
    }
  }

  async function handOver(job: PictureJob): Promise<PictureResult> {
    const taken = await takeProcess();
    if (!taken) return { state: 'crashed' };
    try {
      return await taken.handle(job);
    } finally {
      giveBack(taken);
    }
  }

  return {
    async handle(job, signal) {
      signal?.throwIfAborted();
      await takeSlot(signal);
      try {
        // Processes that ended while they were idle pass the picture on: each of them once, then a new one gets it.
        for (let tries = 0; tries <= options.size; tries++) {
          const result = await handOver(job);
          if (result.state !== 'gone') return result;
        }
        return { state: 'crashed' };
      } finally {
        leaveSlot();
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
