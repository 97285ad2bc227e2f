import { getProcessMetrics, hashForLog, type Logger, readBeforeScrape } from '@svc/kit';
import { type GatewayMiddleware, getRoutePattern, type RouteContext } from '../context.js';

/**
 * One line a request: method, route pattern, status, time. Never the URL, its query or a header, so that no key, id or
 * contact field can get into a log; an analysis id appears as the start of its hash. docs/reliability.md R2.7, R3.3.
 */
export function accessLog(log: Logger): GatewayMiddleware {
  let active = 0;
  readBeforeScrape((metrics) => metrics.set('http_server_active_requests', active, {}));
  return async (ctx, next) => {
    const startedAt = performance.now();
    active += 1;
    // Never throws: `errors` answers.
    await next();
    active -= 1;
    const elapsedMs = performance.now() - startedAt;
    getProcessMetrics()?.observe('http_server_request_duration_seconds', elapsedMs / 1_000, {
      http_request_method: ctx.method,
      http_route: getRoutePattern(ctx) ?? '',
      http_response_status_code: String(ctx.status),
    });
    const { analysisId } = (ctx as RouteContext).params ?? {};
    log.info(
      {
        method: ctx.method,
        route: getRoutePattern(ctx),
        status: ctx.status,
        ms: Math.round(elapsedMs * 10) / 10,
        ...(analysisId === undefined ? {} : { analysis: hashForLog(analysisId) }),
      },
      'request',
    );
  };
}
