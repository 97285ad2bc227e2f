import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import type { Look } from './funnel-host/notice-html.js';
import type { Host } from './parse/host.js';

/** What middleware finds out about a request and later ones use. */
export interface GatewayState {
  requestId: string;
  /** Set by `hosts`. */
  host: Host;
  /** Set by the pages of funnel hosts: how a notice may look. */
  look?: Look;
  /** Address of the client, as far as proxies are trusted. */
  source: string;
  /** Many callers may have this address: the request came through a proxy that is not trusted. */
  isSourceShared: boolean;
  /** Set on keyed routes: SHA-256 of the Company API Key. */
  apiKeyHash?: Buffer;
}

/** One request, as middleware sees it. */
export type Context = Parameters<Middleware<GatewayState>>[0];
/** One request, as a route sees it: with `params`. */
export type RouteContext = RouterContext<GatewayState>;
export type GatewayRouter = Router<GatewayState>;
export type GatewayMiddleware = Middleware<GatewayState>;
export type Handler = (ctx: RouteContext) => Promise<void> | void;

/** The pattern of the route that took the request, for logs: never the address itself. Null when none did. */
export function routeOf(ctx: Context): string | null {
  const { _matchedRoute } = ctx as Partial<RouteContext>;
  return _matchedRoute === undefined ? null : String(_matchedRoute);
}
