import { setImmediate } from 'node:timers/promises';

/**
 * Runs long work in slices, so that matches of the same process wait for one slice at most; yields after each.
 * @param options.sliceMs - a slice ends with the first pause after this time.
 * @throws the signal's reason as soon as it is aborted.
 */
export async function* slicesOf<T>(
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

/** As `slicesOf`, for those who only want the result. */
export async function runInSlices<T>(
  work: Generator<unknown, T, undefined>,
  options: { sliceMs: number; signal?: AbortSignal },
): Promise<T> {
  const slices = slicesOf(work, options);
  for (;;) {
    const turn = await slices.next();
    if (turn.done) return turn.value;
  }
}
