/** The moments at which pauses end, milliseconds since the process started. */
const GRID_MS = 5_000;
/** A timer can end a little before such a moment; it must not end again at it. */
const SLACK_MS = 50;
/** The same moments while the process rests. Idle connections of the database stay open for longer than that. */
export const MAX_REST_MS = 60_000;
/** From the last request until the process rests: what it started is followed and added up by then. */
const REST_AFTER_MS = 20_000;

/** When the last request came, milliseconds since the process started; undefined: this process never rests. */
let lastRequestAt: number | undefined;
/** What ends the pauses that rest. */
const resting = new Set<() => void>();

/**
 * The pause that ends when others do: a process with nothing to do wakes up once for all of them, which costs it half as much as waking
 * up for each (ADR 39).
 * @param ms - a pause of less than 5 s is kept as it is.
 * @returns less than 5 s shorter, or up to 50 ms longer.
 */
export const toSharedWake = (ms: number, now = performance.now()): number =>
  ms < GRID_MS ? ms : untilMoment(GRID_MS, ms, now);

const untilMoment = (gridMs: number, ms: number, now: number): number =>
  Math.floor((now + ms + SLACK_MS) / gridMs) * gridMs - now;

/**
 * From now on this process rests while no request comes: pauses of 5 to 60 s end once a minute. Only for a process to which all work
 * comes as requests, since it would find the work of others as late as that. ADR 170.
 * @returns the function that ends that.
 */
export function restWithoutRequests(): () => void {
  lastRequestAt = performance.now();
  return () => {
    noteRequest();
    lastRequestAt = undefined;
  };
}

/** A request has come: a process that rests stops resting, and its pauses end within 5 s. */
export function noteRequest(): void {
  if (lastRequestAt === undefined) return;
  lastRequestAt = performance.now();
  for (const end of resting) end();
  resting.clear();
}

/**
 * Calls `onEnd` once, after a pause of `toSharedWake`, or later while the process rests.
 * @param mayRest - false: something is due that no request would start.
 * @returns the function that ends the pause without calling `onEnd`.
 */
export function startPause(ms: number, onEnd: () => void, mayRest = true): () => void {
  const now = performance.now();
  const isResting = mayRest && lastRequestAt !== undefined && now - lastRequestAt >= REST_AFTER_MS;
  if (!isResting || ms < GRID_MS || ms >= MAX_REST_MS) {
    const timer = setTimeout(onEnd, toSharedWake(ms, now));
    return () => clearTimeout(timer);
  }
  let timer = setTimeout(finish, untilMoment(MAX_REST_MS, MAX_REST_MS, now));
  resting.add(shorten);
  return cancel;

  function shorten(): void {
    clearTimeout(timer);
    timer = setTimeout(onEnd, toSharedWake(GRID_MS));
  }
  function finish(): void {
    resting.delete(shorten);
    onEnd();
  }
  function cancel(): void {
    resting.delete(shorten);
    clearTimeout(timer);
  }
}
