import { newContext, runInContext } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import type { ReadSource } from '../http/sources.js';
import { getRequestId } from '../parse/request-id.js';

/**
 * Gives the request its id (the caller's X-Request-Id if it is safe, otherwise a new one), answers with it, and runs
 * everything below in a context that goes along on every gRPC call and is cancelled when the client goes away.
 */
export function requestContext(options: { readSource: ReadSource }): GatewayMiddleware {
  return (ctx, next) => {
    const requestId = getRequestId(ctx.req);
    ctx.state.requestId = requestId;
    const { address, isShared } = options.readSource(ctx.req);
    ctx.state.source = address;
    ctx.state.isSourceShared = isShared;
    ctx.set('X-Request-Id', requestId);
    const abort = new AbortController();
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) abort.abort(new Error('The client went away.'));
    });
    const traceparent = ctx.get('traceparent');
    const context = newContext({ requestId, ...(traceparent ? { traceparent } : {}), signal: abort.signal });
    return runInContext(context, next);
  };
}
