import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What one request carries through every function and across every gRPC call. */
export interface RequestContext {
  readonly requestId: string;
  /** W3C Trace Context, version 00. */
  readonly traceparent: string;
  /** When the caller stops waiting, in milliseconds since 1970. Calls made in this context never wait longer. */
  readonly deadline?: number | undefined;
  /** Aborted when the caller went away. Calls made in this context are cancelled then. */
  readonly signal?: AbortSignal | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

const REQUEST_ID = /^[\w.:-]{1,128}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * A context for an incoming request. A request id or traceparent from outside is kept if it is well-formed
 * (1–128 of `A-Z a-z 0-9 _ . : -`), else replaced, so that callers cannot write into our logs.
 */
export function newContext(
  from: { requestId?: string; traceparent?: string; deadline?: number; signal?: AbortSignal } = {},
): RequestContext {
  const { requestId, traceparent } = from;
  return {
    requestId: requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    traceparent: traceparent !== undefined && TRACEPARENT.test(traceparent) ? traceparent : newTraceparent(),
    deadline: from.deadline,
    signal: from.signal,
  };
}

// randomUUID draws from a pool of random bytes and is several times cheaper than randomBytes.
function newTraceparent(): string {
  const traceId = randomUUID().replaceAll('-', '');
  const spanId = randomUUID().replaceAll('-', '').slice(0, 16);
  return `00-${traceId}-${spanId}-00`;
}

/** Whether the trace of a traceparent is recorded. */
export const isSampled = (traceparent: string): boolean => (Number.parseInt(traceparent.slice(53), 16) & 1) === 1;

/** The same context below another span. `signal` is read only when it is used: it creates an abort controller. */
export function withTraceparent(context: RequestContext, traceparent: string): RequestContext {
  return {
    requestId: context.requestId,
    traceparent,
    deadline: context.deadline,
    get signal() {
      return context.signal;
    },
  };
}

/** Runs `fn` and everything it starts in the context. */
export function runInContext<T>(context: RequestContext, fn: () => T): T {
  return storage.run(context, fn);
}

/**
 * Runs work that several requests wait for, or that continues after the request: it keeps the request's id and trace, but
 * neither its deadline nor its cancellation. Otherwise a loop that a request woke up would be cancelled with that request.
 */
export function runDetached<T>(fn: () => T): T {
  const { requestId, traceparent } = currentContext() ?? newContext();
  return storage.run({ requestId, traceparent }, fn);
}

/**
 * Runs a loop that outlives the request which started it: in a trace of its own that is not recorded, or each later turn of the loop
 * would be recorded below that request.
 */
export function runInBackground<T>(fn: () => T): T {
  const { requestId } = currentContext() ?? newContext();
  return storage.run({ requestId, traceparent: newTraceparent() }, fn);
}

export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/** The 32 hex characters of a traceparent that name the trace. */
export function getTraceId(context: RequestContext): string {
  return context.traceparent.slice(3, 35);
}

/** The 16 hex characters of a traceparent that name the span. */
export function getSpanId(context: RequestContext): string {
  return context.traceparent.slice(36, 52);
}

/** Whether a traceparent from outside is well-formed. */
export const isTraceparent = (text: string): boolean => TRACEPARENT.test(text);
