import { getRetryMs } from './retry-after.js';

export interface ReportQueueDeps<T extends object> {
  /** Sends a report of these items. Null: there is no answer, the network lost it or the browser blocks it. */
  send(items: readonly T[]): Promise<Response | null>;
  setTimeout(run: () => void, ms: number): unknown;
  /** Whether the visitor allows reports now; what waits otherwise is dropped. */
  isAllowed?(): boolean;
}

/** How long items are collected, milliseconds. */
export const COLLECT_MS = 2_000;
/** Of a report, as the service accepts it. */
export const MAX_BATCH = 50;
/** Attempts in a row without an answer, or without `Retry-After`, after which items wait for the next one: the route may be blocked. */
const MAX_ATTEMPTS = 3;
/** The longest wait that the service can ask for, milliseconds. */
export const MAX_ASKED_MS = 600_000;
/** Beyond this nothing is kept. */
export const MAX_WAITING = 500;

/**
 * Collects what a page reports, and sends it in batches. What the service refuses for now waits as long as it asks (`Retry-After`), and
 * what follows waits with it; nothing is lost while the page is open. docs/insight.md N4.3.
 */
export interface ReportQueue<T extends object> {
  add(item: T): void;
  /** Sends what waits, unless the service asked to wait. */
  flush(): void;
  /** Sends what waits now: the page is about to go, perhaps for good. */
  leave(): void;
  /** Drops what waits, and what is in flight if it is refused. */
  drop(): void;
}

export function createReportQueue<T extends object>({
  send,
  setTimeout,
  isAllowed,
}: ReportQueueDeps<T>): ReportQueue<T> {
  let waiting: T[] = [];
  let isPlanned = false;
  /** The service asked to wait. */
  let isPaused = false;
  /** Reports in a row that the service did not take. */
  let failures = 0;
  /** Rises with each drop. */
  let round = 0;

  function plan(ms: number): void {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      flush();
    }, ms);
  }

  function flush(): void {
    if (!isPaused) leave();
  }

  function leave(): void {
    if (isAllowed?.() === false) drop();
    while (waiting[0]) void deliver(waiting.splice(0, MAX_BATCH));
  }

  function drop(): void {
    waiting = [];
    round += 1;
  }

  async function deliver(batch: T[]): Promise<void> {
    const begun = round;
    const response = await send(batch);
    if (response && response.status < 500 && response.status !== 429) failures = 0;
    else if (begun === round) {
      waiting = [...batch, ...waiting].slice(0, MAX_WAITING);
      failures = Math.min(failures + 1, MAX_ATTEMPTS);
      const askedMs = Math.min(getRetryMs(response), MAX_ASKED_MS);
      const pauseMs = Math.max(askedMs, COLLECT_MS * 2 ** failures);
      if (!askedMs) {
        if (failures < MAX_ATTEMPTS) plan(pauseMs);
      } else if (!isPaused) {
        isPaused = true;
        setTimeout(() => {
          isPaused = false;
          flush();
        }, pauseMs);
      }
    }
  }

  return {
    add(item) {
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(item);
      // Items that wait after a failure do not send each later one by itself.
      if (waiting.length === MAX_BATCH) flush();
      else plan(COLLECT_MS);
    },
    flush,
    leave,
    drop,
  };
}
