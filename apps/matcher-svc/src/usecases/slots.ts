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
      const handed = new Promise<'handed'>((resolve) => {
        const take = () => {
          waiting.delete(take);
          resolve('handed');
        };
        waiting.add(take);
        over.signal.addEventListener('abort', () => waiting.delete(take), { once: true });
      });
      const stop = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
      const late = delay(waitMs, 'late' as const, { signal: stop }).catch(() => 'aborted' as const);
      const outcome = await Promise.race([handed, late]);
      over.abort();
      if (outcome === 'handed') {
        if (signal?.aborted) {
          giveBack();
          signal.throwIfAborted();
        }
        return held();
      }
      signal?.throwIfAborted();
      throw new ServiceError('UNAVAILABLE', message, { retryAfterS });
    },
  };
}
