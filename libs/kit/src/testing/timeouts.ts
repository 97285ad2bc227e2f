/** Factor between a quiet machine and one that runs tests: it may have half the speed, and run other programs. */
const BUSY_FACTOR = 2.5;
/** Longest timeout of a condition, as a multiple of its limit. */
const MAX_FACTOR = 5;

/**
 * The bound for a duration that a test measures, where a fault would make it many times longer. `npm run bench` measures exact
 * figures on a quiet machine.
 * @param quietMs - what is guaranteed on a quiet machine, milliseconds.
 */
export const scaleTimeout = (quietMs: number): number => quietMs * BUSY_FACTOR;

/**
 * A timeout for polling a condition that must hold within `limitMs`. It ends after `limitMs` and at least `limitMs / pauseMs`
 * polls, so that slow responses extend it, up to five times `limitMs`.
 * @returns a function to call after each poll that found the condition unmet: whether the timeout has passed.
 */
export function createTimeout(limitMs: number, pauseMs: number): () => boolean {
  const startedAt = performance.now();
  let polls = 0;
  return () => {
    polls += 1;
    const elapsedMs = performance.now() - startedAt;
    return elapsedMs >= limitMs && (polls * pauseMs >= limitMs || elapsedMs >= limitMs * MAX_FACTOR);
  };
}
