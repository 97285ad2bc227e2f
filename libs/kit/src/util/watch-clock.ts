import type { Logger } from '../log/logger.js';

const EVERY_MS = 10_000;
/** Corrections of time servers are smaller; pauses of a virtual machine are not. */
const JUMP_MS = 5_000;

/**
 * Logs one line for each jump of this machine's clock, since sessions, rate limits and times in logs follow it. Timeouts, intervals and
 * durations do not. docs/operations.md "Faults of the environment".
 * @param options.now - milliseconds since 1970.
 * @param options.elapsed - milliseconds of a clock that never jumps.
 * @returns the function that ends that.
 */
export function watchClock(options: {
  log: Logger;
  everyMs?: number;
  now?: () => number;
  elapsed?: () => number;
}): () => void {
  const { log, everyMs = EVERY_MS, now = Date.now, elapsed = () => performance.now() } = options;
  let offset = now() - elapsed();
  const timer = setInterval(() => {
    const jumpMs = now() - elapsed() - offset;
    if (Math.abs(jumpMs) < JUMP_MS) return;
    offset += jumpMs;
    log.warn({ jumpS: Math.round(jumpMs / 1_000) }, 'the clock of this machine jumped; check its time synchronization');
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
