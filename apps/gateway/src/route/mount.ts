import { audited, isAudited } from '../audit/audited.js';
import type { GatewayRouter, RouteContext } from '../context.js';
import { getHeaderValues } from '../parse/header-values.js';
import { getRawQuery } from '../parse/raw-query.js';
import type { RouteDeps } from './deps.js';
import { createGuards } from './permission.js';
import { readQuery, readValues } from './read-query.js';
import type { Route } from './route.js';
import { send } from './send.js';

/**
 * Adds routes to a router. Each request passes the route's guards; then path, media type, query, headers and body are read, in this
 * order, the request is admitted and recorded, and the handler's reply is sent. HEAD routes go first: the router would run the handler of GET for HEAD as well.
 */
export function mount(router: GatewayRouter, routes: readonly Route[], deps: RouteDeps): void {
  const guards = createGuards(deps);
  for (const route of [...routes].sort((a, b) => Number(b.method === 'HEAD') - Number(a.method === 'HEAD'))) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const around = route.middleware ? [route.middleware(deps)] : [];
    const recorded = isAudited(route) ? [audited(deps, route)] : [];
    router.register(
      path,
      [route.method],
      [...recorded, ...guards(route.permission), ...around, toHandler(route, deps)],
    );
  }
}

function toHandler(route: Route, deps: RouteDeps): (ctx: RouteContext) => Promise<void> {
  const handle = route.handler(deps);
  const describe = route.describe?.(deps);
  const admit = route.admit?.(deps);
  return async (ctx) => {
    const path = ctx.params as Record<string, string>;
    const params = readValues(route.params ?? {}, (name) => [path[name] as string]);
    route.body?.checkType(ctx.req);
    const query = readQuery(route.query ?? {}, getRawQuery(ctx.req.url as string), route.queryStrictness);
    const headers = readValues(route.headers ?? {}, (name) => getHeaderValues(ctx.req, name.toLowerCase()));
    const body = await route.body?.read(ctx);
    const request = { params, query, headers, body, ctx };
    if (describe) ctx.state.audit?.describe(describe(request));
    await admit?.(request);
    await ctx.state.audit?.begin();
    await send(ctx, await handle(request));
  };
}
