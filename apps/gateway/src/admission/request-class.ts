import type { IncomingMessage } from 'node:http';

/** Routes of shoppers, also on behalf of them by shops: each waits for services of its own. */
const SHOPPER_ROUTES = {
  match: { method: 'GET', path: /^\/api\/v1\/analyses\/[^/]+\/matches$/ },
  funnel: { method: 'GET', path: /^\/api\/v1\/funnels\/[^/]+$/ },
  create: { method: 'POST', path: /^\/api\/v1\/analyses$/ },
  event: { method: 'POST', path: /^\/api\/v1\/events$/ },
  order: { method: 'POST', path: /^\/api\/v1\/(?:orders|refunds)$/ },
  visit: { method: 'POST', path: /^\/api\/v1\/visits$/ },
  submission: { method: 'POST', path: /^\/api\/analyses$/ },
  component: { method: 'GET', path: /^\/api\/components\/v1\/./ },
  result: { method: 'GET', path: /^\/api\/results\/./ },
  page: { method: 'GET', path: /^\/(?:r\/[^/]+|api\/certificate-host)?$/ },
} as const;
const MANAGEMENT = /^\/(?:api\/admin|auth|shopify)\//;

export type ShopperClass = keyof typeof SHOPPER_ROUTES;
export type RequestClass = ShopperClass | 'management';

export const SHOPPER_CLASSES = Object.keys(SHOPPER_ROUTES) as ShopperClass[];

/** Without the query. */
export function getPath({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** Undefined: never refused. Probes, HEAD, OPTIONS, files, and addresses at which there is nothing. */
export function getRequestClass(req: Pick<IncomingMessage, 'method' | 'url'>): RequestClass | undefined {
  const { method } = req;
  if (method === 'HEAD' || method === 'OPTIONS') return undefined;
  const path = getPath(req);
  for (const name of SHOPPER_CLASSES) {
    const route = SHOPPER_ROUTES[name];
    if (method === route.method && route.path.test(path)) return name;
  }
  return MANAGEMENT.test(path) ? 'management' : undefined;
}

/** Longer bodies hold a picture. */
const MAX_ORDINARY_BODY_BYTES = 64 * 1024;

/**
 * Whether the time of the answer says how busy the system is. A selfie, and a payload that the caller asked for, take long on an idle
 * system too; so does much of management.
 */
export function isOrdinary(
  name: RequestClass,
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
): boolean {
  return (
    name !== 'management' &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= MAX_ORDINARY_BODY_BYTES &&
    !url.includes('include_webhook_payload=true')
  );
}
