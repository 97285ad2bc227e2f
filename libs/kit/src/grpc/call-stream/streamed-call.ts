import type { StartCall } from '@svc/proto';
import type { CallSource } from '../server-call.js';

/** What setTimeout can wait. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A call that came as a frame of a call stream. */
export class StreamedCall implements CallSource {
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  readonly deadline: number;
  #cancelled = false;
  #listener: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ requestId, traceparent, timeoutMs }: StartCall) {
    this.requestId = requestId || undefined;
    this.traceparent = traceparent || undefined;
    this.deadline = Date.now() + Math.min(timeoutMs, MAX_TIMEOUT_MS);
  }

  get cancelled(): boolean {
    return this.#cancelled || Date.now() >= this.deadline;
  }

  /** At most one listener. It hears of the deadline too, since a client that is gone sends no cancellation. */
  onCancelled(listener: () => void): void {
    this.#listener = listener;
    this.#timer = setTimeout(() => this.cancel(), this.deadline - Date.now());
  }

  cancel(): void {
    const listener = this.#listener;
    this.finish();
    this.#cancelled = true;
    listener?.();
  }

  /** The call was answered: nothing is left to cancel. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#listener = undefined;
  }
}
