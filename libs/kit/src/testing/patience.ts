/** How much longer than on a quiet machine things may take where tests run: it may be half as fast, and busy with other things. */
const BUSY_FACTOR = 2.5;
/** What a condition is given at most, in times of its limit. */
const MAX_FACTOR = 5;

/**
 * The bound for a duration that a test measures, where a fault would make it many times longer. Exact figures are those of
 * `npm run bench`, on a quiet machine.
 * @param quietMs - what is guaranteed, milliseconds.
 */
export const onBusyMachine = (quietMs: number): number => quietMs * BUSY_FACTOR;

/**
 * How long to go on asking for a condition that shall hold within `limitMs`: for that time, and for as many questions as fit in
 * it when each is answered at once. So a slow machine gets as much longer as its answers take, a quiet one nothing.
 * @returns a function to be called after each question that found the condition unmet: whether to give up.
 */
export function patience(limitMs: number, pauseMs: number): () => boolean {
  const startedAt = performance.now();
  let asked = 0;
  return () => {
    asked += 1;
    const elapsedMs = performance.now() - startedAt;
    return elapsedMs >= limitMs && (asked * pauseMs >= limitMs || elapsedMs >= limitMs * MAX_FACTOR);
  };
}
