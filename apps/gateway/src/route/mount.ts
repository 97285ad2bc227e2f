import type { Context, GatewayRouter, Handler } from '../context.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { rawQuery } from '../parse/raw-query.js';
import type { Reply } from './answer.js';
import type { Parameters, ValuesOf } from './parameter.js';
import { guards } from './permission.js';
import type { Route } from './route.js';

/**
 * Adds routes to a router. Each request passes the route's guards; then path, query and body are read, in this order, and the handler's
 * reply is sent. HEAD routes go first: the router would run the handler of GET for HEAD as well.
 */
export function mount<D>(
  router: GatewayRouter,
  routes: readonly Route<D>[],
  deps: D & { limits: RateLimits | undefined; platformToken: string },
): void {
  for (const route of [...routes].sort((a, b) => Number(b.method === 'HEAD') - Number(a.method === 'HEAD'))) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], [...guards(route.permission, deps), toHandler(route, deps)]);
  }
}

function toHandler<D>(route: Route<D>, deps: D): Handler {
  const handle = route.handler(deps);
  const { params, query, body } = route;
  return async (ctx) => {
    const path = ctx.params as Record<string, string>;
    const reply = await handle({
      params: params ? read(params, (name) => [path[name] as string]) : {},
      query: query ? readQuery(query, ctx) : {},
      body: body ? await body.read(ctx.req, ctx.res) : undefined,
      ctx,
    });
    send(ctx, reply);
  };
}

function readQuery(query: Parameters, ctx: Context): ValuesOf<Parameters> {
  const sent = new URLSearchParams(rawQuery(ctx.req.url as string));
  return read(query, (name) => sent.getAll(name));
}

function read(parameters: Parameters, valuesOf: (name: string) => string[]): ValuesOf<Parameters> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(valuesOf(name), name)]),
  );
}

/** Writes a reply. HEAD carries the headers of a body that it does not have. */
export function send(ctx: Context, { status, type, body, headers }: Reply): void {
  ctx.status = status;
  if (type !== undefined) ctx.set('Content-Type', type);
  if (headers) ctx.set(headers);
  if (body !== undefined && ctx.method !== 'HEAD') ctx.body = body;
}
