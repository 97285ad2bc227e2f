import { setImmediate } from 'node:timers/promises';

/**
 * Runs long work in slices, so that concurrent matches wait for at most one slice; yields after each slice.
 * @param options.sliceMs - a slice ends with the first pause after this time.
 * @throws the signal's reason when it is aborted.
 */
export async function* runSlices<T>(
  work: Generator<unknown, T, undefined>,
  options: { sliceMs: number; signal?: AbortSignal },
): AsyncGenerator<void, T, undefined> {
  for (;;) {
    options.signal?.throwIfAborted();
    const until = performance.now() + options.sliceMs;
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
  options: { sliceMs: number; signal?: AbortSignal },
): Promise<T> {
  const slices = runSlices(work, options);
  for (;;) {
    const turn = await slices.next();
    if (turn.done) return turn.value;
  }
}
