import type { StartCall, Status } from '@svc/proto';
import type { Prepared } from '../outgoing-call.js';
import { PartCollector } from './parts.js';

/** How a call over a stream ended. */
export type CallResult =
  | { kind: 'response'; payload: Buffer }
  /** The service answered with an error. */
  | { kind: 'error'; error: Status }
  /** It may have reached a service, but its stream broke before the answer came. */
  | { kind: 'lost'; reason: string }
  /** It never left: no replica could be reached for most of a second. */
  | { kind: 'unsent'; reason: string }
  /** It never left: for as long as it could wait, no replica answered so much as a ping. */
  | { kind: 'unanswered' }
  /** It was sent, but its time is over; or its signal was aborted. */
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  /** A replica is older than call streams. */
  | { kind: 'unsupported' };

/** Where a call stands while it has no result. */
interface Holder {
  abandon(call: PendingCall): void;
}

/** A call that waits for a stream, or for its answer. Its deadline and its signal end it wherever it stands. */
export class PendingCall {
  holder: Holder | undefined;
  /** Of the call on its stream; 0 while it has none. */
  id = 0;
  /** Beats for which it has waited for a stream. */
  waited = 0;
  readonly #frame: Pick<StartCall, 'method' | 'payload' | 'requestId' | 'traceparent'>;
  readonly #deadline: number;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = () => this.#giveUp({ kind: 'aborted' });
  readonly #resolve: (result: CallResult) => void;
  readonly #response = new PartCollector();
  #settled = false;

  constructor(method: string, payload: Buffer, prepared: Prepared, resolve: (result: CallResult) => void) {
    const { requestId = '', traceparent = '', deadline, signal } = prepared;
    this.#frame = { method, payload, requestId, traceparent };
    this.#deadline = deadline;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#timer = setTimeout(
      () => this.#giveUp({ kind: this.id === 0 ? 'unanswered' : 'timeout' }),
      this.#remainingMs(),
    );
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The frame that starts the call. */
  start(id: number): StartCall {
    this.id = id;
    return { id, ...this.#frame, timeoutMs: this.#remainingMs(), more: false };
  }

  /** At least 1, and no more than a timer can wait. */
  #remainingMs(): number {
    return Math.min(Math.max(1, Math.ceil(this.#deadline - Date.now())), 2 ** 31 - 1);
  }

  /** Takes a part of the response; the last one settles the call. Returns whether it did. */
  receive(payload: Buffer, more: boolean): boolean {
    const whole = this.#response.add(payload, more);
    if (whole) this.settle({ kind: 'response', payload: whole });
    return whole !== undefined;
  }

  settle(result: CallResult): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#resolve(result);
  }

  #giveUp(result: CallResult): void {
    this.holder?.abandon(this);
    this.settle(result);
  }
}
