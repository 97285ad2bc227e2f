import { createAbort, currentContext, newContext, runInContext } from '@svc/kit';

interface Flight<T> {
  result: Promise<T>;
  waiting: number;
  abort: AbortController;
}

/**
 * Lets equal requests that are under way at the same time share one computation. It is cancelled when the last of those
 * who wait for it has gone, and it belongs to none of them: the first one leaving does not take the others along.
 * docs/reliability.md R8.4.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** @param signal - the caller's; when it aborts, only this caller stops waiting. */
  run(key: string, compute: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const flight = this.#flights.get(key) ?? this.#start(key, compute);
    flight.waiting++;
    signal?.addEventListener(
      'abort',
      () => {
        if (--flight.waiting === 0) flight.abort.abort(signal.reason);
      },
      { once: true },
    );
    return flight.result;
  }

  /** Later requests start again, so that they cannot be answered from an earlier state. */
  forgetAll(): void {
    this.#flights.clear();
  }

  #start(key: string, compute: () => Promise<T>): Flight<T> {
    const abort = createAbort();
    const { requestId, traceparent } = currentContext() ?? newContext();
    const result = runInContext({ requestId, traceparent, signal: abort.signal }, compute);
    const flight: Flight<T> = { result, waiting: 0, abort };
    this.#flights.set(key, flight);
    const land = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    result.then(land, land);
    return flight;
  }
}
