import { setTimeout as delay } from 'node:timers/promises';

/** Requests whose work has not ended. It may outlast their connections: reports are stored although their page went away. */
export class RunningRequests {
  readonly #running = new Set<Promise<void>>();

  /** @param work - never rejects. */
  add(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    void work.then(() => this.#running.delete(work));
    return work;
  }

  /** Resolves when the work of all has ended, and after `graceMs` in any case. */
  async ended(graceMs: number): Promise<void> {
    const timer = new AbortController();
    const late = delay(Math.max(0, graceMs), undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([Promise.all(this.#running), late]);
    timer.abort();
  }
}
