/** Where the time comes from; tests pass their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds until a moment; 0 if it has passed, Infinity without one. */
export const msUntil = (at: Date | undefined, clock: Clock): number =>
  at ? Math.max(0, at.getTime() - clock.now().getTime()) : Number.POSITIVE_INFINITY;
