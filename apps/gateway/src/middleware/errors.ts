import { generalError, getProcessMetrics, type Logger, ServiceError } from '@svc/kit';
import { type GatewayMiddleware, getRoutePattern } from '../context.js';
import { toErrorResponse } from '../http/error-response.js';
import { hasUnreadBody, respondAndClose } from '../http/respond-and-close.js';
import { createErrorPage } from '../pages/error-page.js';

const LIMITED = { reason: 'limits' };

/** Headers that a handler may have set for its success and that say nothing about the error. */
const SUCCESS_HEADERS = ['ETag', 'CDN-Cache-Control', 'Content-Length', 'Idempotent-Replayed', 'Last-Modified'];

/**
 * The only writer of error responses. Whatever is thrown below becomes the common body with its status; anything but a
 * ServiceError is a bug: logged with its cause, shown as INTERNAL without a word of it. Never rethrows, since Koa's own
 * error path would drop the CORS headers and answer text.
 */
export function errors(log: Logger): GatewayMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      if (ctx.res.destroyed) {
        // The client went away; what failed is only the work that was stopped.
        ctx.respond = false;
        log.debug({ err: thrown, route: getRoutePattern(ctx) }, 'request abandoned');
        return;
      }
      const error = toServiceError(thrown);
      if (error.code === 'RATE_LIMITED') getProcessMetrics()?.count('svc_http_rejected_total', LIMITED);
      if (error.code === 'INTERNAL') log.error({ err: thrown, route: getRoutePattern(ctx) }, 'request failed');
      else if (error.cause !== undefined) log.warn({ err: error, route: getRoutePattern(ctx) }, 'request failed');
      if (ctx.headerSent) {
        ctx.respond = false;
        ctx.res.destroy();
        return;
      }
      for (const name of SUCCESS_HEADERS) {
        // A failed precondition names the state that there is.
        if (name !== 'ETag' || error.code !== 'PRECONDITION_FAILED') ctx.remove(name);
      }
      const response = toErrorResponse(error, ctx.state.requestId);
      const page = createErrorPage(ctx, error);
      if (page) Object.assign(response, { headers: { ...response.headers, ...page.headers }, body: page.body });
      if (hasUnreadBody(ctx.req)) {
        ctx.respond = false;
        ctx.status = response.status;
        await respondAndClose(ctx.req, ctx.res, response);
        return;
      }
      ctx.status = response.status;
      ctx.set(response.headers);
      ctx.body = response.body;
    }
  };
}

function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return generalError('INTERNAL', { cause: thrown });
}
