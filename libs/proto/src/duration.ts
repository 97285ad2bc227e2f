import type { Duration } from './gen/google/protobuf/duration.js';

/** @param ms - milliseconds. */
export const toDuration = (ms: number): Duration => ({
  seconds: Math.trunc(ms / 1000),
  nanos: Math.round((ms % 1000) * 1e6),
});

/** Milliseconds; 0 when absent. */
export const toMilliseconds = (duration: Duration | undefined): number =>
  duration ? duration.seconds * 1000 + duration.nanos / 1e6 : 0;
