import { status } from '@grpc/grpc-js';
import { type Prepared, toAbortError } from '../client/outgoing-call.js';
import { transportError } from '../error-status.js';
import type { CallSource } from '../server/server-call.js';

/** What setTimeout can wait. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A call between two services of this process: its deadline, its caller's signal and its server can end it early. */
export class InProcessCall implements CallSource {
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  readonly deadline: number;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = () => this.fail(toAbortError(this.#signal as AbortSignal));
  readonly #onFailed: (error: Error) => void;
  #onCancelled: (() => void) | undefined;
  #isOver = false;
  cancelled = false;

  /** @param onFailed - receives the error of the caller when the call ends before its answer. Called at most once. */
  constructor({ requestId, traceparent, deadline, signal }: Prepared, onFailed: (error: Error) => void) {
    this.requestId = requestId;
    this.traceparent = traceparent;
    this.deadline = deadline;
    this.#signal = signal;
    this.#onFailed = onFailed;
    const remainingMs = Math.min(deadline - Date.now(), MAX_TIMEOUT_MS);
    this.#timer = setTimeout(() => this.fail(transportError(status.DEADLINE_EXCEEDED)), remainingMs);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onCancelled(listener: () => void): void {
    this.#onCancelled = listener;
  }

  /** Cancels the work of the server and rejects the caller. */
  fail(error: Error): void {
    if (this.#isOver) return;
    this.finish();
    this.cancelled = true;
    this.#onFailed(error);
    this.#onCancelled?.();
  }

  /** The call was answered: nothing is left to cancel. */
  finish(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}
