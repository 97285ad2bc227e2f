import { RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Asks a remote limiter within a time limit, and the local one when it does not answer. After a failure the remote one is
 * left alone for a second, so that an outage costs one wait and not one wait per request. docs/reliability.md R8.6.
 */
export class RemoteFirst {
  #skipUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: { timeoutMs: number; pauseMs: number }) {}

  async run<T>(remote: () => Promise<T>, local: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#skipUntil) return local();
    try {
      return await withTimeout(remote(), this.options.timeoutMs);
    } catch (error) {
      // "Over the limit" is an answer, and comes as a rejection.
      if (error instanceof RateLimiterRes) throw error;
      this.#skipUntil = performance.now() + this.options.pauseMs;
      return local();
    }
  }
}

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
