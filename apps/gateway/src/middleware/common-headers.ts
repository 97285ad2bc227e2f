import type { GatewayMiddleware } from '../context.js';
import { getCommonHeaders } from '../http/common-headers.js';

/** Sets the headers that every response has. */
export function securityHeaders(): GatewayMiddleware {
  return (ctx, next) => {
    ctx.set(getCommonHeaders());
    return next();
  };
}

/** Sets the headers that every response for a path has. After `hosts`: an unknown host has no routes. */
export function routeHeaders(): GatewayMiddleware {
  return (ctx, next) => {
    ctx.set(getCommonHeaders(ctx.path));
    return next();
  };
}
