import type { GatewayMiddleware } from '../context.js';
import { isRefused, OVERLOADED } from '../http/shed-load.js';

/** Fails with UNAVAILABLE for a request that was refused because of the load, in the way in which the route reports errors. */
export function admitted(): GatewayMiddleware {
  return (ctx, next) => {
    if (isRefused(ctx.req)) throw OVERLOADED;
    return next();
  };
}
