/** The moments at which pauses end, milliseconds since the process started. */
const GRID_MS = 5_000;
/** A timer can end a little before such a moment; it must not end again at it. */
const SLACK_MS = 50;
/** The same moments while the process rests. */
const MAX_REST_MS = 5 * 60_000;
/** From the last request until the process rests: what it started is followed by then, and added up when the rest begins. */
const REST_AFTER_MS = 10_000;

/** When the last request came, milliseconds since the process started; undefined: this process never rests. */
let lastRequestAt: number | undefined;
/** What ends the pauses that began before the rest, and those that rest. */
const waiting = new Set<() => void>();
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
 * From now on this process rests while no request comes: pauses of 5 s to 5 min end every 5 min. When the rest begins, all
 * pauses end once. Only for a process to which all work comes as requests, since it would find the work of others as late as that. ADR 170.
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
 * @param dueInMs - when something is due that no request starts: no rest is longer.
 * @returns the function that ends the pause without calling `onEnd`.
 */
export function startPause(ms: number, onEnd: () => void, dueInMs = Number.POSITIVE_INFINITY): () => void {
  const now = performance.now();
  if (ms < GRID_MS || ms >= MAX_REST_MS) return startTimer(toSharedWake(ms, now), onEnd);
  if (!isResting(now)) return startUsualPause(toSharedWake(ms, now), onEnd);
  const restMs = Math.min(untilMoment(MAX_REST_MS, MAX_REST_MS, now), dueInMs);
  // Something is due.
  if (restMs <= ms) return startTimer(toSharedWake(ms, now), onEnd);
  let timer = setTimeout(finish, restMs);
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

const isResting = (now: number): boolean => lastRequestAt !== undefined && now - lastRequestAt >= REST_AFTER_MS;

function startTimer(ms: number, onEnd: () => void): () => void {
  const timer = setTimeout(onEnd, ms);
  return () => clearTimeout(timer);
}

/** One that ends sooner if the process rests before it ends: the first pause that ends then ends all others. */
function startUsualPause(ms: number, onEnd: () => void): () => void {
  const timer = setTimeout(end, ms);
  waiting.add(end);
  return cancel;

  function end(): void {
    cancel();
    onEnd();
    if (isResting(performance.now())) for (const endNext of waiting) endNext();
  }
  function cancel(): void {
    waiting.delete(end);
    clearTimeout(timer);
  }
}
