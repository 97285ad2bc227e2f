import type { Metadata } from '@grpc/grpc-js';
import { newContext, type RequestContext } from '../log/context.js';
import type { Call } from './service.js';

/** The part of a grpc-js server call that is the same for all kinds of methods. */
export interface RawServerCall {
  readonly metadata: Metadata;
  readonly cancelled: boolean;
  getDeadline(): Date | number;
  on(event: 'cancelled', listener: () => void): unknown;
}

/** A server call as handlers see it. The abort controller is made only if somebody asks for the signal. */
export class ServerCall implements Call {
  readonly deadline: Date | undefined;
  readonly #raw: RawServerCall;
  #controller: AbortController | undefined;

  constructor(raw: RawServerCall) {
    this.#raw = raw;
    const deadline = raw.getDeadline();
    const time = typeof deadline === 'number' ? deadline : deadline.getTime();
    this.deadline = Number.isFinite(time) ? new Date(time) : undefined;
  }

  get cancelled(): boolean {
    return this.#raw.cancelled;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      const abort = () => controller.abort(new DOMException('The caller cancelled the call.', 'AbortError'));
      if (this.#raw.cancelled) abort();
      else this.#raw.on('cancelled', abort);
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  /** The request context that the caller sent along. Its `signal` is as lazy as the call's. */
  context(): RequestContext {
    const { metadata } = this.#raw;
    const requestId = first(metadata, 'x-request-id');
    const traceparent = first(metadata, 'traceparent');
    const base = newContext({
      ...(requestId === undefined ? {} : { requestId }),
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(this.deadline ? { deadline: this.deadline.getTime() } : {}),
    });
    const call = this;
    return {
      requestId: base.requestId,
      traceparent: base.traceparent,
      deadline: base.deadline,
      get signal() {
        return call.signal;
      },
    };
  }
}

function first(metadata: Metadata, key: string): string | undefined {
  const value = metadata.get(key)[0];
  return typeof value === 'string' ? value : undefined;
}
