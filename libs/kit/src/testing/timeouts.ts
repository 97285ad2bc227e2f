/**
 * How many times its guaranteed time something may take while tests run: the machine may be slow, and run many tests and other
 * programs simultaneously. `npm run bench` measures the exact figures, alone.
 */
const BUSY_FACTOR = 10;

/**
 * How long a test waits for a condition, or lets an operation take, that a page of `docs` guarantees within `limitMs`. Conditions
 * without a guaranteed time have the default timeout of `expect.poll` and `until`, 30 s.
 * @param limitMs - the guaranteed time on a machine with nothing else to do, milliseconds.
 */
export const scaleTimeout = (limitMs: number): number => limitMs * BUSY_FACTOR;
