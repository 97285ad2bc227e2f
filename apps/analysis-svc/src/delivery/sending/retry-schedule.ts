const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Pauses after the failed attempts of a delivery: ten attempts over 75 h 35 min 5 s, after which it is dead.
 * docs/contract.md C15; docs/reliability.md R4.3.
 */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** An endpoint at which every attempt failed for this long is disabled. docs/contract.md C15. */
export const FAILED_FOR_TOO_LONG_MS = 120 * HOUR_MS;

/** Longest pause that an endpoint may ask for, for one delivery or for all. */
const MAX_REQUESTED_PAUSE_MS = 24 * HOUR_MS;
const MAX_THROTTLE_MS = HOUR_MS;
/** Pause when an endpoint reports overload (429, 502, 504) without a duration. Standard Webhooks, "Throttling". */
export const OVERLOAD_PAUSE_MS = 30 * SECOND_MS;
const JITTER = 0.1;

/** Pauses of deliveries. Tests shorten them. */
export interface Schedule {
  /**
   * Pause after a failed attempt, in milliseconds; null after the last attempt. Never shorter than the endpoint asked for.
   * @param tries - number of attempts so far, at least 1.
   */
  retryDelayMs(tries: number, requestedMs?: number): number | null;
  /** How long an endpoint that asked for a pause receives no requests, in milliseconds. */
  throttleMs(requestedMs: number): number;
  /** Random additional delay after such a pause, so that the waiting deliveries do not all resume simultaneously. */
  spreadMs(): number;
  /** Pause before a payload is built again after a failure on our side; grows to five minutes and repeats indefinitely. */
  buildDelayMs(failures: number): number;
  /** See `FAILED_FOR_TOO_LONG_MS`. */
  failedForTooLongMs: number;
  /** A process that sent no heartbeat for this long counts as killed. docs/reliability.md R4.3. */
  leaseMs: number;
}

/**
 * @param scale - 1 in production; 0.001 reduces three days to 4½ minutes.
 * @param random - uniform in [0, 1).
 */
export function createSchedule(scale: number, random: () => number = Math.random): Schedule {
  const spread = (ms: number) => Math.round(ms * scale * (1 - JITTER + 2 * JITTER * random()));
  const asked = (ms: number, maxMs: number) => Math.ceil(Math.min(ms, maxMs) * Math.min(scale, 1));
  return {
    retryDelayMs(tries, requestedMs = 0) {
      const pause = RETRY_PAUSES_MS[tries - 1];
      return pause === undefined ? null : Math.max(spread(pause), asked(requestedMs, MAX_REQUESTED_PAUSE_MS));
    },
    throttleMs: (requestedMs) => asked(requestedMs, MAX_THROTTLE_MS),
    spreadMs: () => Math.round(random() * MINUTE_MS * Math.min(scale, 1)),
    buildDelayMs: (failures) => Math.max(200, spread(Math.min(5 * SECOND_MS * 2 ** (failures - 1), 5 * MINUTE_MS))),
    failedForTooLongMs: FAILED_FOR_TOO_LONG_MS * scale,
    // Not shorter than the pauses of a process under load.
    leaseMs: Math.round(Math.max(2 * SECOND_MS, MINUTE_MS * Math.min(scale, 1))),
  };
}
