const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Pauses after the failed attempts of a delivery: ten attempts over 75 h 35 min 5 s, then it is dead.
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

/** An endpoint at which every attempt failed for so long is switched off. docs/contract.md C15. */
export const FAILED_FOR_TOO_LONG_MS = 120 * HOUR_MS;

/** Longest pause that an endpoint may ask for: for one delivery, and for all that is sent to it. */
const MAX_ASKED_PAUSE_MS = 24 * HOUR_MS;
const MAX_THROTTLE_MS = HOUR_MS;
/** Pause where an endpoint is overloaded and does not say for how long: 429, 502 or 504. Standard Webhooks, "Throttling". */
export const OVERLOAD_PAUSE_MS = 30 * SECOND_MS;
const JITTER = 0.1;

/** Pauses of deliveries; tests and trials make them shorter. */
export interface Schedule {
  /**
   * Pause after a failed attempt, milliseconds; null: it was the last one. Never shorter than what the endpoint asks for.
   * @param tries - attempts so far, from 1.
   */
  retryDelayMs(tries: number, askedMs?: number): number | null;
  /** For how long an endpoint that asked for a pause gets nothing at all. */
  throttleMs(askedMs: number): number;
  /** When something that came in such a pause is looked at again, after its end: not all of it at once. */
  spreadMs(): number;
  /** Pause before a body is built again: as long as it takes, up to five minutes in between. */
  buildDelayMs(failures: number): number;
  /** See `FAILED_FOR_TOO_LONG_MS`. */
  failedForTooLongMs: number;
  /** A process that gave no sign for so long counts as killed. docs/reliability.md R4.3. */
  leaseMs: number;
}

/**
 * @param scale - 1 in earnest; 0.001 makes three days 4½ minutes.
 * @param random - uniform in [0, 1).
 */
export function createSchedule(scale: number, random: () => number = Math.random): Schedule {
  const spread = (ms: number) => Math.round(ms * scale * (1 - JITTER + 2 * JITTER * random()));
  const asked = (ms: number, maxMs: number) => Math.ceil(Math.min(ms, maxMs) * Math.min(scale, 1));
  return {
    retryDelayMs(tries, askedMs = 0) {
      const pause = RETRY_PAUSES_MS[tries - 1];
      return pause === undefined ? null : Math.max(spread(pause), asked(askedMs, MAX_ASKED_PAUSE_MS));
    },
    throttleMs: (askedMs) => asked(askedMs, MAX_THROTTLE_MS),
    spreadMs: () => Math.round(random() * MINUTE_MS * Math.min(scale, 1)),
    buildDelayMs: (failures) => Math.max(200, spread(Math.min(5 * SECOND_MS * 2 ** (failures - 1), 5 * MINUTE_MS))),
    failedForTooLongMs: FAILED_FOR_TOO_LONG_MS * scale,
    // Not below what a process that is merely busy needs.
    leaseMs: Math.round(Math.max(2 * SECOND_MS, MINUTE_MS * Math.min(scale, 1))),
  };
}
