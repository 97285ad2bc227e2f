import {
  currentContext,
  isSampled,
  newContext,
  type RequestContext,
  runInContext,
  withTraceparent,
} from '../log/context.js';

export type SpanKind = 'server' | 'client' | 'internal';
/** Names of the semantic conventions; `svc.` for our own. Never bodies, bound values, addresses or unhashed ids. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind: SpanKind;
  attributes?: SpanAttributes | undefined;
  /** The traceparent of the parent; absent: the span begins a trace. */
  parent?: string | undefined;
  /** The traceparent of a span of another trace that caused this one. */
  link?: string | undefined;
}

/** A span that is recorded. Ended exactly once. */
export interface ActiveSpan {
  /** For children, in this process and in others. Its sampled flag is set. */
  readonly traceparent: string;
  rename(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** @param errorType - a code by which kinds of failures differ; absent: success. */
  end(errorType?: string): void;
}

/** Where the spans of this process go. */
export interface Spans {
  start(name: string, options: SpanOptions): ActiveSpan;
}

let current: Spans | undefined;

/** Called by `startTracing` and, with undefined, when tracing ends. docs/adr/0066-spans-are-made-by-the-kit.md. */
export function setSpans(spans: Spans | undefined): void {
  current = spans;
}

/** Whether this process sends spans. */
export const isTracing = (): boolean => current !== undefined;

/** A child of the given or current span; undefined where nothing is recorded: without tracing, or in a trace that is not sampled. */
export function startSpan(name: string, options: SpanOptions): ActiveSpan | undefined {
  if (current === undefined) return undefined;
  const parent = options.parent ?? currentContext()?.traceparent;
  return parent !== undefined && isSampled(parent) ? current.start(name, { ...options, parent }) : undefined;
}

/** The first span of a trace, or undefined without tracing. The caller has decided that the trace is sampled. */
export function startTrace(name: string, options: Omit<SpanOptions, 'parent'>): ActiveSpan | undefined {
  return current?.start(name, options);
}

/** Runs work in a span below the current one, where that is recorded. */
export function withSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  return span ? runInSpan(span, currentContext() ?? newContext(), work) : work();
}

/**
 * Runs rare background work in a span: below the current one if that is recorded, otherwise as the first of a trace.
 * @param options.link - the request that caused the work, in its own trace.
 */
export function withTrace<T>(name: string, options: Omit<SpanOptions, 'parent'>, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options) ?? startTrace(name, options);
  return span ? runInSpan(span, currentContext() ?? newContext(), work) : work();
}

/** Runs work with the span as its parent, and ends the span with it. */
export async function runInSpan<T>(span: ActiveSpan, context: RequestContext, work: () => Promise<T>): Promise<T> {
  try {
    const result = await runInContext(withTraceparent(context, span.traceparent), work);
    span.end();
    return result;
  } catch (error) {
    span.end(getErrorType(error));
    throw error;
  }
}

/** The code of an error, or its class: kinds of errors, and nothing of what they say. */
export function getErrorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code;
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'Error';
}
