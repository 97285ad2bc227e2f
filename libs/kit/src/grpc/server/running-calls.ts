import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_EVERY_MS = 10;

/** The calls that a server runs, and whether it is stopping. */
export class RunningCalls {
  #count = 0;
  #lastEndedAt = Number.NEGATIVE_INFINITY;
  /** The server is stopping. Each answer says so. */
  isLeaving = false;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    this.#lastEndedAt = performance.now();
  }

  /** Waits for a time of `quietMs` without a call, for `graceMs` at most. @returns whether no call runs any more. */
  async finished(graceMs: number, quietMs: number): Promise<boolean> {
    const until = performance.now() + graceMs;
    while (this.#count > 0 || performance.now() - this.#lastEndedAt < quietMs) {
      if (performance.now() >= until) return this.#count === 0;
      await sleep(CHECK_EVERY_MS);
    }
    return true;
  }
}
