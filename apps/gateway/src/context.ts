import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import type { Actor } from './access/actor.js';
import type { AuditRecord } from './audit/record.js';
import type { Branding } from './pages/notice-html.js';
import type { Host } from './parse/host.js';

/** What middleware stores about a request for later middleware. */
export interface GatewayState {
  requestId: string;
  /** Set by `hosts`. */
  host: Host;
  /** Set by the pages of funnel hosts, for notices. */
  branding?: Branding;
  /** Address of the client, as far as proxies are trusted. */
  source: string;
  /** Many callers may have this address: the request came through a proxy that is not trusted. */
  isSourceShared: boolean;
  /** Set on management routes and on those of signed-in users. */
  actor?: Actor;
  /** Set on routes that the audit log records. */
  audit?: AuditRecord;
  /** Set on keyed routes: SHA-256 of the Company API Key. */
  apiKeyHash?: Buffer;
}

/** One request, as middleware sees it. */
export type Context = Parameters<Middleware<GatewayState>>[0];
/** One request, as a route sees it: with `params`. */
export type RouteContext = RouterContext<GatewayState>;
export type GatewayRouter = Router<GatewayState>;
export type GatewayMiddleware = Middleware<GatewayState>;

/** The pattern of the matched route, for logs: never the address itself. Null without a match. */
export function getRoutePattern(ctx: Context): string | null {
  const { _matchedRoute } = ctx as Partial<RouteContext>;
  return _matchedRoute === undefined ? null : String(_matchedRoute);
}
