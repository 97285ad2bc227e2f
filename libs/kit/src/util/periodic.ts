import { runInBackground } from '../log/context.js';
import type { Logger } from '../log/logger.js';
import { startPause } from './shared-wake.js';

export interface Periodic {
  /** Runs as soon as possible. Resolves when a run that began after this call has ended, also if that run failed. */
  trigger(): Promise<void>;
  /** No further run begins; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs a task immediately and then at most `everyMs` after the end of the last run, never twice simultaneously: together with the other
 * tasks of this process, and less often while it rests (`startPause`). Only the first of consecutive failures is logged; the task is repeated as planned.
 * @param options.everyMs - milliseconds, or a function that is called after each run.
 * @param options.afterFailureMs - how soon a failed run is repeated, if sooner than `everyMs`.
 * @param options.dueInMs - called after each run: when something is due that no request starts, milliseconds. The next run is not later.
 * @param options.run - receives a signal that `stop()` aborts.
 */
export function createPeriodic(options: {
  everyMs: number | (() => number);
  afterFailureMs?: number;
  dueInMs?(): number;
  run(signal: AbortSignal): Promise<unknown>;
  log: Logger;
  name?: string;
}): Periodic {
  const { everyMs, afterFailureMs = Number.POSITIVE_INFINITY, dueInMs = () => Number.POSITIVE_INFINITY, log } = options;
  const { name = 'periodic task' } = options;
  const stopping = new AbortController();
  let endPause = () => {};
  let failing = false;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function runOnce(): Promise<void> {
    endPause();
    await Promise.resolve(); // `run` may use the object that is being made here.
    if (stopping.signal.aborted) return;
    try {
      await options.run(stopping.signal);
      if (failing) log.info({ task: name }, 'works again');
      failing = false;
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (!failing) log.warn({ err: error, task: name }, 'failed; will be repeated');
      failing = true;
    }
  }

  function nextInMs(): number {
    const usual = typeof everyMs === 'function' ? everyMs() : everyMs;
    return failing ? Math.min(usual, afterFailureMs) : usual;
  }

  function begin(): Promise<void> {
    // The next run is planned inside, too: a timer keeps the context in which it was set.
    const run = runInBackground(() =>
      runOnce().finally(() => {
        current = undefined;
        if (stopping.signal.aborted || next) return;
        endPause = startPause(nextInMs(), () => void begin(), failing ? 0 : dueInMs());
      }),
    );
    current = run;
    return run;
  }

  function trigger(): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    // For a moment after the current run has ended, the next one has not begun.
    if (next) return next;
    if (!current) return begin();
    // The current run may have read too early: one more follows it, shared by all who ask meanwhile.
    next = current.then(() => {
      next = undefined;
      return stopping.signal.aborted ? undefined : begin();
    });
    return next;
  }

  void begin();
  return {
    trigger,
    async stop() {
      stopping.abort();
      endPause();
      await next;
      await current;
    },
  };
}
