import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.js';

/** Limits how much work of one kind runs simultaneously; what finds no slot in time is refused. */
export interface Slots {
  /**
   * Waits for a free slot, in the order of requests.
   * @param waitMs - longest wait, if it is another than that of the options.
   * @returns a function that releases the slot; repeated calls have no effect.
   * @throws ServiceError UNAVAILABLE with Retry-After when no slot became free in time; the signal's reason when it is aborted.
   */
  take(signal?: AbortSignal, waitMs?: number): Promise<() => void>;
  /** Slots that are taken. */
  readonly taken: number;
}

export interface SlotOptions {
  max: number;
  /** Maximum wait for a slot. */
  waitMs: number;
  /** Retry-After of the error, in seconds. */
  retryAfterS: number;
  /** Message of the error; states what is running. */
  message: string;
}

export function createSlots({ max, waitMs, retryAfterS, message }: SlotOptions): Slots {
  let taken = 0;
  /** Waiting requests; calling one passes it a slot. */
  const waiting = new Set<() => void>();

  function releaseSlot(): void {
    const [next] = waiting;
    if (next) next();
    else taken -= 1;
  }

  function createRelease(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) releaseSlot();
      isHeld = false;
    };
  }

  return {
    get taken() {
      return taken;
    },
    async take(signal, maxWaitMs = waitMs) {
      signal?.throwIfAborted();
      if (taken < max) {
        taken += 1;
        return createRelease();
      }
      const over = new AbortController();
      let hasSlot = false;
      let take = () => {};
      const slot = new Promise<void>((resolve) => {
        take = () => {
          waiting.delete(take);
          hasSlot = true;
          resolve();
        };
        waiting.add(take);
      });
      const stop = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
      await Promise.race([slot, delay(maxWaitMs, undefined, { signal: stop }).catch(() => {})]);
      over.abort();
      waiting.delete(take);
      // Checked last: a slot may have been passed at the very moment in which the wait ended.
      if (hasSlot && !signal?.aborted) return createRelease();
      if (hasSlot) releaseSlot();
      signal?.throwIfAborted();
      throw new ServiceError('UNAVAILABLE', message, { retryAfterS });
    },
  };
}
