import type { Context } from '../context.js';
import { sendStatus } from './answer.js';
import { type Route, route } from './route.js';

/** An origin as browsers write it; `null` is that of a page without one. */
const ORIGIN = /^(?:null|[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?)$/;

/**
 * The CORS preflight of routes that share a path: OPTIONS answers 204 with their methods and touches nothing.
 * @param options.headers - those that a page may send.
 * @param options.beacons - `navigator.sendBeacon` is used: it always asks for permission to send cookies, which cannot be given to
 *   every origin, so the origin of the request is named. No route reads a cookie.
 */
export function preflight(
  id: string,
  [first, ...others]: readonly [Route, ...Route[]],
  options: { headers: string; maxAgeS?: number; beacons?: boolean },
): Route {
  const methods = [first, ...others].flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allowed = [...new Set([...methods, 'OPTIONS'])].join(', ');
  const headers = {
    'Access-Control-Allow-Methods': allowed,
    'Access-Control-Allow-Headers': options.headers,
    'Access-Control-Max-Age': String(options.maxAgeS ?? 86_400),
    Allow: allowed,
  };
  const { path, tag, params } = first;
  return route({
    method: 'OPTIONS',
    path,
    id,
    tag,
    summary: 'CORS preflight',
    permission: 'none',
    ...(params ? { params } : {}),
    answers: { 204: { description: 'Methods and headers that are allowed. Touches nothing.' } },
    handler:
      () =>
      ({ ctx }) =>
        sendStatus(204, { ...headers, ...(options.beacons ? namedOrigin(ctx) : {}) }),
  });
}

function namedOrigin(ctx: Context): Record<string, string> {
  const origin = ctx.get('Origin');
  if (!ORIGIN.test(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin' };
}
