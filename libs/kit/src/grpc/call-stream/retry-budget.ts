/** Calls that may be repeated before there were any others. */
const INITIAL = 10;
/** Repeats that each call pays for. */
const PER_CALL = 0.1;
/** Repeats saved up at most: enough for the calls that one frozen replica holds. */
const MAX = 500;

/**
 * How many calls may be repeated: a tenth of those offered, so that a service in trouble is not called three times as often.
 * Reliability R7.12: at most 1.5 × the offered calls.
 */
export class RetryBudget {
  #repeats = INITIAL;

  /** Counts a call that is offered. */
  offer(): void {
    this.#repeats = Math.min(MAX, this.#repeats + PER_CALL);
  }

  /** Takes one repeat; false if none is left. */
  take(): boolean {
    if (this.#repeats < 1) return false;
    this.#repeats -= 1;
    return true;
  }
}
