import type { IncomingMessage } from 'node:http';
import { type ActiveSpan, isTraceparent, isTracing, startSpan, startTrace } from '@svc/kit';
import { getRequestClass } from '../admission/request-class.js';

/** Where a request belongs, and its span if it is recorded. */
export interface TracedRequest {
  /** Absent: the request begins a trace that is not recorded. */
  traceparent?: string | undefined;
  span?: ActiveSpan | undefined;
}

export type TraceRequest = (req: IncomingMessage) => TracedRequest;

/**
 * Decides which requests are recorded (docs/operations.md "Traces"). A proxy that is trusted decides for its requests; from other callers
 * a sampled flag would be a way to cause work, so its traceparent is only a link.
 * @param options.ratio - share of all other requests, from 0 to 1.
 * @param options.hasPlatformToken - whether a request may ask for its trace with `X-Trace: 1`.
 */
export function createTraceRequest(options: {
  ratio: number;
  isProxyTrusted: boolean;
  hasPlatformToken(req: IncomingMessage): boolean;
}): TraceRequest {
  const { ratio, isProxyTrusted, hasPlatformToken } = options;
  const getShare = (req: IncomingMessage): number => {
    const isWrite = req.method !== 'GET' && getRequestClass(req) === 'management';
    return isWrite || (req.headers['x-trace'] === '1' && hasPlatformToken(req)) ? 1 : ratio;
  };
  return (req) => {
    const { traceparent } = req.headers;
    const given = typeof traceparent === 'string' && isTraceparent(traceparent) ? traceparent : undefined;
    const name = `HTTP ${req.method}`;
    if (isProxyTrusted && given !== undefined) {
      const span = startSpan(name, { kind: 'server', parent: given });
      return { traceparent: span?.traceparent ?? given, span };
    }
    if (!isTracing() || Math.random() >= getShare(req)) return {};
    const span = startTrace(name, { kind: 'server', link: given });
    return { traceparent: span?.traceparent, span };
  };
}
