import { ServiceError } from '@svc/kit';
import type { Context, GatewayMiddleware, GatewayRouter } from '../context.js';
import type { Host } from '../parse/host.js';

/**
 * Runs the route of the request's host. A path that no route has is NOT_FOUND; a path that only other methods have is
 * METHOD_NOT_ALLOWED and names them. docs/contract.md C4.
 */
export function dispatch(routers: Record<Host['kind'], GatewayRouter>): GatewayMiddleware {
  const handlers = {
    api: routers.api.routes() as unknown as GatewayMiddleware,
    dashboard: routers.dashboard.routes() as unknown as GatewayMiddleware,
    demoShop: routers.demoShop.routes() as unknown as GatewayMiddleware,
    preview: routers.preview.routes() as unknown as GatewayMiddleware,
    pictures: routers.pictures.routes() as unknown as GatewayMiddleware,
    funnel: routers.funnel.routes() as unknown as GatewayMiddleware,
  };
  return (ctx) => {
    const { kind } = ctx.state.host;
    // Routes call no further middleware: the router does so when none matches.
    return handlers[kind](ctx, async () => refuse(ctx, routers[kind]));
  };
}

function refuse({ path, method }: Context, router: GatewayRouter): never {
  const layers = router.match(path, method).path;
  if (layers.length === 0) throw new ServiceError('NOT_FOUND', 'No such route.');
  const allow = [...new Set(layers.flatMap(({ methods }) => methods))].sort().join(', ');
  throw new ServiceError('METHOD_NOT_ALLOWED', `The method must be one of ${allow}; it is ${method}.`, { allow });
}
