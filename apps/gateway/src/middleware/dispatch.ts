import { ServiceError } from '@svc/kit';
import type { GatewayMiddleware, GatewayRouter } from '../context.js';
import type { Host } from '../parse/host.js';

/**
 * Runs the route of the request's host. A path that no route has is NOT_FOUND; a path that only other methods have is
 * METHOD_NOT_ALLOWED and names them. docs/contract.md C4.
 */
export function dispatch(routers: Record<Host['kind'], GatewayRouter>): GatewayMiddleware {
  const handlers = {
    api: routers.api.routes() as unknown as GatewayMiddleware,
    dashboard: routers.dashboard.routes() as unknown as GatewayMiddleware,
    funnel: routers.funnel.routes() as unknown as GatewayMiddleware,
  };
  return (ctx, next) => {
    const { kind } = ctx.state.host;
    const { path: layers, route: hasMatch } = routers[kind].match(ctx.path, ctx.method);
    if (hasMatch) return handlers[kind](ctx, next);
    if (layers.length === 0) throw new ServiceError('NOT_FOUND', 'No such route.');
    const allow = [...new Set(layers.flatMap(({ methods }) => methods))].sort().join(', ');
    throw new ServiceError('METHOD_NOT_ALLOWED', `The method must be one of ${allow}; it is ${ctx.method}.`, { allow });
  };
}
