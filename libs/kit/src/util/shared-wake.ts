/** The moments at which pauses end, milliseconds since the process started. */
const GRID_MS = 5_000;
/** A timer can end a little before such a moment; it must not end again at it. */
const SLACK_MS = 50;

/**
 * The pause that ends when others do: a process with nothing to do wakes up once for all of them, which costs it half as much as waking
 * up for each (ADR 39).
 * @param ms - a pause of less than 5 s is kept as it is.
 * @returns less than 5 s shorter, or up to 50 ms longer.
 */
export const toSharedWake = (ms: number, now = performance.now()): number =>
  ms < GRID_MS ? ms : Math.floor((now + ms + SLACK_MS) / GRID_MS) * GRID_MS - now;
