import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@svc/kit';

/** A bounded number of long jobs at a time, so that they do not take the process away from matches. */
export interface Slots {
  /**
   * Waits for a free slot, first come, first served.
   * @returns gives the slot back; calling it again changes nothing.
   * @throws ServiceError UNAVAILABLE with Retry-After when none became free in time; the signal's reason when it is aborted.
   */
  take(signal?: AbortSignal): Promise<() => void>;
}

export interface SlotOptions {
  max: number;
  /** Longest wait for a slot. */
  waitMs: number;
  /** Seconds after which a caller may come again. */
  retryAfterS: number;
  /** Of the refusal: says what is going on. */
  message: string;
}

export function createSlots({ max, waitMs, retryAfterS, message }: SlotOptions): Slots {
  let taken = 0;
  /** Those that wait; calling one hands a slot over. */
  const waiting = new Set<() => void>();

  function giveBack(): void {
    const [next] = waiting;
    if (next) next();
    else taken -= 1;
  }

  function held(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) giveBack();
      isHeld = false;
    };
  }

  return {
    async take(signal) {
      signal?.throwIfAborted();
      if (taken < max) {
        taken += 1;
        return held();
      }
      const over = new AbortController();
      let isHanded = false;
      let take = () => {};
      const handed = new Promise<void>((resolve) => {
        take = () => {
          waiting.delete(take);
          isHanded = true;
          resolve();
        };
        waiting.add(take);
      });
      const stop = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
      await Promise.race([handed, delay(waitMs, undefined, { signal: stop }).catch(() => {})]);
      over.abort();
      waiting.delete(take);
      // Asked last: a slot may have been handed over in the very moment in which the wait ended.
      if (isHanded && !signal?.aborted) return held();
      if (isHanded) giveBack();
      signal?.throwIfAborted();
      throw new ServiceError('UNAVAILABLE', message, { retryAfterS });
    },
  };
}
