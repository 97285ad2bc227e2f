import { createSlots, currentContext, ServiceError } from '@svc/kit';

/** Turns of one replica that are in work at the same time: each is then answered in time by a machine that answers ten a second. */
const MAX_TURNS_IN_WORK = 16;
/** What a turn in work is expected to take before any was measured, milliseconds: the first turns of a process are slow. */
const FIRST_WORK_MS = 1_000;
/** Turns differ: a place is awaited only with so much more time than the last ones took. */
const MARGIN = 1.25;
/** Share of the newest measurement in what is expected of the next turn. */
const WEIGHT = 1 / 8;
/** Longer than any turn takes. */
const UNTIL_DEADLINE_MS = 60_000;
const RETRY_AFTER_S = 2;
const MESSAGE = 'Too many messages are being answered. The request must be repeated after the seconds in Retry-After.';

/** The place of a turn among those in work. */
export interface TurnSlot {
  /** Leaves the place while a turn waits for something that others need not wait for, and takes one again before it continues. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

export interface TurnSlots {
  /** @throws ServiceError UNAVAILABLE with Retry-After, before anything is read or stored for the turn. */
  run<T>(work: (slot: TurnSlot) => Promise<T>): Promise<T>;
}

export interface TurnSlotOptions {
  max?: number;
  /** What a turn in work is expected to take at first, milliseconds. */
  workMs?: number;
  /** Milliseconds. */
  now?: () => number;
}

/**
 * Limits the turns in work. Without a limit, more turns than a replica can answer all become late, and the work for them is lost: after that,
 * it answers none at all for as long as shoppers write as often. A turn waits for a place if it can be answered in its time, as turns went
 * lately; otherwise it is refused immediately. docs/chat.md T8.6, docs/adr/0145-turns-in-work-are-limited.md.
 */
export function createTurnSlots(options: TurnSlotOptions = {}): TurnSlots {
  const { max = MAX_TURNS_IN_WORK, now = () => performance.now() } = options;
  const slots = createSlots({ max, waitMs: UNTIL_DEADLINE_MS, retryAfterS: RETRY_AFTER_S, message: MESSAGE });
  let expectedMs = options.workMs ?? FIRST_WORK_MS;
  let waiting = 0;

  const refuse = (): never => {
    throw new ServiceError('UNAVAILABLE', MESSAGE, { retryAfterS: RETRY_AFTER_S });
  };

  /** Waits behind those that came before, as long as time for the work itself is left. */
  async function takeFirst(): Promise<() => void> {
    const { signal } = currentContext() ?? {};
    if (slots.taken < max) return slots.take(signal);
    const mostMs = getTimeLeft() - expectedMs * MARGIN;
    if ((expectedMs * (waiting + 1)) / max > mostMs) refuse();
    waiting += 1;
    const release = await slots.take(signal, mostMs).finally(() => {
      waiting -= 1;
    });
    if (getTimeLeft() >= expectedMs) return release;
    // The turns meanwhile took longer than those before.
    release();
    return refuse();
  }

  return {
    async run(work) {
      let release = await takeFirst();
      let since = now();
      let workedMs = 0;
      const leave = (): void => {
        workedMs += Math.max(0, now() - since);
        release();
      };
      const outside = async <T>(wait: () => Promise<T>): Promise<T> => {
        leave();
        since = Number.POSITIVE_INFINITY;
        const found = await wait();
        release = await slots.take(currentContext()?.signal, getTimeLeft());
        since = now();
        return found;
      };
      try {
        return await work({ outside });
      } finally {
        leave();
        expectedMs += (workedMs - expectedMs) * WEIGHT;
      }
    },
  };
}

/** Until the deadline of the turn, milliseconds. */
function getTimeLeft(): number {
  const { deadline } = currentContext() ?? {};
  return deadline === undefined ? UNTIL_DEADLINE_MS : Math.max(0, deadline - Date.now());
}
