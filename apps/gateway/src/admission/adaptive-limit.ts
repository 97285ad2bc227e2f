/** Ordinary answers take milliseconds. Those that take longer than this have waited for others, milliseconds. */
export const TARGET_MS = 200;
/** Of the answers of a window, how many may take longer: a quarter, so that the slowest hundredth stays below a second. */
const MAX_SLOW_SHARE = 0.25;
/** From here on they begin to wait. */
const BUSY_MS = TARGET_MS / 2;
/** How often the limit is decided upon, milliseconds. */
const WINDOW_MS = 100;
/** At rest: a burst of 500 requests passes, and others with it. */
export const MAX_LIMIT = 640;
const MIN_LIMIT = 16;
/** Per window: a limit falls quickly, and is back in four seconds from the lowest. */
const SHRINK = 0.8;
const GROW = 1.1;

/**
 * How many requests of one kind may be in work at the same time. In every window in which more than a quarter of the answers took longer
 * than `TARGET_MS`, the limit falls towards the number that is answered within that time (Little's law: rate x time), by a fifth at most. In
 * every other window it rises by a tenth. Clients see waiting of the event loop, of services, and of the database as time, so all are
 * covered. docs/adr/0033-load-shedding.md.
 */
export class AdaptiveLimit {
  #limit: number;
  #inWork = 0;
  /** Most in work at the same time in this window. */
  #most = 0;
  #windowEndsAt: number;
  #isBusy = false;
  /** Answers of this window by their time: up to `BUSY_MS`, up to `TARGET_MS`, longer. */
  #fast = 0;
  #late = 0;
  #slow = 0;

  /** @param now - milliseconds of a clock that never goes back. */
  constructor(
    private readonly now: () => number,
    private readonly maxLimit = MAX_LIMIT,
  ) {
    this.#limit = maxLimit;
    this.#windowEndsAt = now() + WINDOW_MS;
  }

  get inWork(): number {
    return this.#inWork;
  }

  hasRoom(): boolean {
    return this.#inWork < this.#current();
  }

  /** Whether requests wait for each other, long before any is refused. */
  isBusy(): boolean {
    this.#current();
    return this.#isBusy && this.#inWork > 0;
  }

  /**
   * Counts a request as in work, over the limit too.
   * @param isOrdinary - false: it takes long by design, and its time says nothing about the load.
   * @returns to be called once, when the work is done. `isSuccess`: false for an answer that may be fast because nothing was done for it.
   */
  enter(isOrdinary: boolean): (isSuccess: boolean) => void {
    const startedAt = this.now();
    this.#current();
    this.#inWork += 1;
    this.#most = Math.max(this.#most, this.#inWork);
    return (isSuccess) => {
      this.#current();
      this.#inWork -= 1;
      if (!isOrdinary) return;
      const elapsed = this.now() - startedAt;
      if (elapsed > TARGET_MS) this.#slow += 1;
      else if (elapsed > BUSY_MS) this.#late += 1;
      else if (isSuccess) this.#fast += 1;
    };
  }

  /** The limit, after windows that have ended. */
  #current(): number {
    const ended = Math.ceil((this.now() - this.#windowEndsAt) / WINDOW_MS);
    if (ended < 1) return this.#limit;
    const isIdle = this.#inWork === 0;
    const answered = this.#fast + this.#late + this.#slow;
    if (answered > 0) this.#isBusy = this.#late + this.#slow > this.#fast;
    if (this.#slow > answered * MAX_SLOW_SHARE) this.#shrinkTo(answered * (TARGET_MS / WINDOW_MS));
    else if (answered > 0 || isIdle) this.#grow(1);
    // In the windows since then nothing began or ended.
    if (isIdle) this.#grow(ended - 1);
    this.#windowEndsAt += ended * WINDOW_MS;
    this.#fast = 0;
    this.#late = 0;
    this.#slow = 0;
    this.#most = this.#inWork;
    return this.#limit;
  }

  /** @param withinTarget - how many are answered within `TARGET_MS`. */
  #shrinkTo(withinTarget: number): void {
    const lower = Math.max(withinTarget, Math.min(this.#most, this.#limit * SHRINK));
    this.#limit = Math.max(MIN_LIMIT, Math.min(lower, this.#limit));
  }

  #grow(windows: number): void {
    this.#limit = Math.min(this.maxLimit, this.#limit * GROW ** windows);
  }
}
