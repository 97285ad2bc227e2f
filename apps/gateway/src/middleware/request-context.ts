import { type ActiveSpan, createAbort, hashForLog, newContext, runInContext } from '@svc/kit';
import { type Context, type GatewayMiddleware, getRoutePattern, type RouteContext } from '../context.js';
import type { ReadSource } from '../http/sources.js';
import type { TraceRequest } from '../http/trace-request.js';
import { getRequestId } from '../parse/request-id.js';

/**
 * Gives the request its id (the caller's X-Request-Id if it is safe, otherwise a new one), answers with it, and runs
 * everything below in a context that goes along on every gRPC call and is cancelled when the client goes away.
 */
export function requestContext(options: { readSource: ReadSource; traceRequest: TraceRequest }): GatewayMiddleware {
  return async (ctx, next) => {
    const requestId = getRequestId(ctx.req);
    ctx.state.requestId = requestId;
    const { address, isShared } = options.readSource(ctx.req);
    ctx.state.source = address;
    ctx.state.isSourceShared = isShared;
    ctx.set('X-Request-Id', requestId);
    const abort = createAbort();
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) abort.abort(new Error('The client went away.'));
    });
    const { traceparent, span } = options.traceRequest(ctx.req);
    const context = newContext({ requestId, ...(traceparent ? { traceparent } : {}), signal: abort.signal });
    await runInContext(context, next);
    if (span) end(span, ctx);
  };
}

function end(span: ActiveSpan, ctx: Context): void {
  const route = getRoutePattern(ctx);
  const { analysisId } = (ctx as RouteContext).params ?? {};
  span.rename(`HTTP ${ctx.method} ${route ?? ''}`.trimEnd());
  span.setAttributes({
    'http.request.method': ctx.method,
    'http.response.status_code': ctx.status,
    'svc.request': ctx.state.requestId,
    ...(route === null ? {} : { 'http.route': route }),
    ...(analysisId === undefined ? {} : { 'svc.analysis': hashForLog(analysisId) }),
  });
  span.end(ctx.status >= 500 ? String(ctx.status) : undefined);
}
