import type { Metadata } from '@grpc/grpc-js';
import { newContext, type RequestContext } from '../../log/context.js';
import { createAbort } from '../../util/create-abort.js';
import type { Call } from '../service.js';

/** Where a call comes from: a gRPC call, or a caller in this process. */
export interface CallSource {
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  /** When the caller stops waiting, milliseconds since 1970; Infinity if never. */
  readonly deadline: number;
  readonly cancelled: boolean;
  onCancelled(listener: () => void): void;
}

/** The part of a grpc-js server call that is the same for all kinds of methods. */
export interface RawServerCall {
  readonly metadata: Metadata;
  readonly cancelled: boolean;
  getDeadline(): Date | number;
  on(event: 'cancelled', listener: () => void): unknown;
}

/** A grpc-js call as the source of a call. */
export function grpcSource(raw: RawServerCall): CallSource {
  const deadline = raw.getDeadline();
  return {
    requestId: first(raw.metadata, 'x-request-id'),
    traceparent: first(raw.metadata, 'traceparent'),
    deadline: typeof deadline === 'number' ? deadline : deadline.getTime(),
    get cancelled() {
      return raw.cancelled;
    },
    onCancelled: (listener) => raw.on('cancelled', listener),
  };
}

/** A server call as handlers see it. The abort controller is created only if a handler reads the signal. */
export class ServerCall implements Call {
  readonly deadline: Date | undefined;
  readonly #source: CallSource;
  #controller: AbortController | undefined;

  constructor(source: CallSource) {
    this.#source = source;
    this.deadline = Number.isFinite(source.deadline) ? new Date(source.deadline) : undefined;
  }

  get cancelled(): boolean {
    return this.#source.cancelled;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = createAbort();
      const abort = () => controller.abort(new DOMException('The caller cancelled the call.', 'AbortError'));
      if (this.#source.cancelled) abort();
      else this.#source.onCancelled(abort);
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  /** The request context that the caller sent along. Its `signal` is as lazy as the call's. */
  context(): RequestContext {
    const { requestId, traceparent } = this.#source;
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
