import { ServiceError } from '@svc/kit';
import type { GatewayMiddleware, GatewayRouter } from '../context.js';

/**
 * Hands a request to the first of the host's routers that knows its path. A path that none knows is NOT_FOUND; one that is
 * known for other methods is METHOD_NOT_ALLOWED and says for which. docs/contract.md C4.
 */
export function dispatch(routersOf: {
  api: GatewayRouter[];
  dashboard: GatewayRouter[];
  funnel: GatewayRouter[];
}): GatewayMiddleware {
  const handlers = new Map(
    [...new Set(Object.values(routersOf).flat())].map((router) => [
      router,
      router.routes() as unknown as GatewayMiddleware,
    ]),
  );
  return (ctx, next) => {
    const allowed = new Set<string>();
    for (const router of routersOf[ctx.state.host.kind]) {
      const { path: layers, route: matched } = router.match(ctx.path, ctx.method);
      if (matched) return handlers.get(router)?.(ctx, next);
      for (const layer of layers) for (const method of layer.methods) allowed.add(method);
    }
    if (allowed.size === 0) throw new ServiceError('NOT_FOUND', 'There is nothing at this address.');
    const allow = [...allowed].sort().join(', ');
    throw new ServiceError('METHOD_NOT_ALLOWED', `${ctx.method} is not possible here; use ${allow}.`, { allow });
  };
}
