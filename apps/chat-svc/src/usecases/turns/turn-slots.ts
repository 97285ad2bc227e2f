import { createSlots, currentContext, type Slots } from '@svc/kit';

/** Turns of one replica that are in work at the same time: each is then answered in time by a machine that answers ten a second. */
export const MAX_TURNS_IN_WORK = 16;
/** How long a turn waits for others before it is refused, milliseconds: a fourth of its time. */
const MAX_WAIT_MS = 500;
/** Longer than any turn takes. */
const UNTIL_DEADLINE_MS = 60_000;

/** The place of a turn among those in work. */
export interface TurnSlot {
  /** Leaves the place while a turn waits for something that others need not wait for, and takes one again before it continues. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

export interface TurnSlots {
  /** @throws ServiceError UNAVAILABLE with Retry-After, before anything is read or stored for the turn. */
  run<T>(work: (slot: TurnSlot) => Promise<T>): Promise<T>;
}

/**
 * Limits the turns in work. Without a limit, more turns than a replica can answer all become late, and the work for them is lost: after that,
 * it answers none at all for as long as shoppers write as often. docs/chat.md T8.6, docs/adr/0145-turns-in-work-are-limited.md.
 */
export function createTurnSlots(options: { max?: number; waitMs?: number } = {}): TurnSlots {
  const { max = MAX_TURNS_IN_WORK, waitMs = MAX_WAIT_MS } = options;
  const message =
    'Too many messages are being answered. The request must be repeated after the seconds in Retry-After.';
  const slots = createSlots({ max, waitMs, retryAfterS: 2, message });
  return {
    async run(work) {
      let release = await slots.take(currentContext()?.signal);
      const outside = async <T>(wait: () => Promise<T>): Promise<T> => {
        release();
        const found = await wait();
        release = await takeAgain(slots);
        return found;
      };
      try {
        return await work({ outside });
      } finally {
        release();
      }
    },
  };
}

/** A turn that has begun waits until its deadline. */
function takeAgain(slots: Slots): Promise<() => void> {
  const { signal, deadline } = currentContext() ?? {};
  const waitMs = deadline === undefined ? UNTIL_DEADLINE_MS : Math.max(0, deadline - Date.now());
  return slots.take(signal, waitMs);
}
