import { setImmediate } from 'node:timers/promises';

/** A slice ends with the first pause after this time: half of the time that a match may wait for other work. */
const SLICE_MS = 5;

/**
 * Runs long work in slices, so that concurrent matches wait for at most one slice; yields after each slice.
 * @throws the signal's reason when it is aborted.
 */
export async function* runSlices<T>(
  work: Generator<unknown, T, undefined>,
  options: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<void, T, undefined> {
  for (;;) {
    options.signal?.throwIfAborted();
    const until = performance.now() + SLICE_MS;
    do {
      const turn = work.next();
      if (turn.done) return turn.value;
    } while (performance.now() < until);
    await setImmediate();
    yield;
  }
}

/** Like `runSlices`, but returns only the result. */
export async function runInSlices<T>(
  work: Generator<unknown, T, undefined>,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const slices = runSlices(work, options);
  for (;;) {
    const turn = await slices.next();
    if (turn.done) return turn.value;
  }
}
