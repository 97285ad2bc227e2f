import type { Context, GatewayRouter, Handler } from '../context.js';
import { companyDomains } from '../funnel-host/company-domains.js';
import { headerValues } from '../parse/header-values.js';
import { rawQuery } from '../parse/raw-query.js';
import { strictParams } from '../parse/strict-params.js';
import type { Reply } from './answer.js';
import type { RouteDeps } from './deps.js';
import { type Parameters, refuseUnknownKeys, type ValuesOf } from './parameter.js';
import { createGuards } from './permission.js';
import type { Route } from './route.js';

/**
 * Adds routes to a router. Each request passes the route's guards; then path, media type, query, headers and body are read, in this
 * order, and the handler's reply is sent. HEAD routes go first: the router would run the handler of GET for HEAD as well.
 */
export function mount(router: GatewayRouter, routes: readonly Route[], deps: RouteDeps): void {
  const guards = createGuards({ ...deps, domains: companyDomains(deps.clients) });
  for (const route of [...routes].sort((a, b) => Number(b.method === 'HEAD') - Number(a.method === 'HEAD'))) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], [...guards(route.permission), toHandler(route, deps)]);
  }
}

function toHandler(route: Route, deps: RouteDeps): Handler {
  const handle = route.handler(deps);
  return async (ctx) => {
    const path = ctx.params as Record<string, string>;
    const params = read(route.params ?? {}, (name) => [path[name] as string]);
    route.body?.checkType(ctx.req);
    const query = readQuery(route, ctx);
    const headers = read(route.headers ?? {}, (name) => headerValues(ctx.req, name.toLowerCase()));
    const body = await route.body?.read(ctx);
    send(ctx, await handle({ params, query, headers, body, ctx }));
  };
}

function readQuery({ query = {}, queryStrictness }: Route, ctx: Context): ValuesOf<Parameters> {
  const raw = rawQuery(ctx.req.url as string);
  const sent = queryStrictness ? strictParams(raw) : new URLSearchParams(raw);
  if (queryStrictness === 'keys') refuseUnknownKeys(query, sent);
  return read(query, (name) => sent.getAll(name));
}

function read(parameters: Parameters, valuesOf: (name: string) => string[]): ValuesOf<Parameters> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(valuesOf(name), name)]),
  );
}

function send(ctx: Context, { status, type, body, headers }: Reply): void {
  ctx.status = status;
  if (type !== undefined) ctx.set('Content-Type', type);
  if (headers) ctx.set(headers);
  if (body !== undefined) ctx.body = body;
}
