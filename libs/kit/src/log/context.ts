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

export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/** The 32 hex characters of a traceparent that name the trace. */
export function getTraceId(context: RequestContext): string {
  return context.traceparent.slice(3, 35);
}
