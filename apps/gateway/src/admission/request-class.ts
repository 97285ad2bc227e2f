import type { IncomingMessage } from 'node:http';

/** Routes that shoppers, or shops on behalf of them, wait for: each waits for services of its own. */
const SHOPPER_ROUTES = {
  match: { method: 'GET', path: /^\/api\/v1\/analyses\/[^/]+\/matches$/ },
  funnel: { method: 'GET', path: /^\/api\/v1\/(?:funnels\/[^/]+|questionnaire)$/ },
  create: { method: 'POST', path: /^\/api\/v1\/analyses$/ },
  order: { method: 'POST', path: /^\/api\/v1\/(?:orders|refunds)$/ },
  submission: { method: 'POST', path: /^\/api\/analyses$/ },
  component: { method: 'GET', path: /^\/api\/components\/v1\/./ },
  result: { method: 'GET', path: /^\/api\/results\/./ },
  page: { method: 'GET', path: /^\/(?:r\/[^/]+|api\/certificate-host)?$/ },
} as const;
/** Reports, which browsers send again by themselves while no shopper waits for them, and the chat, which is aside of the way to a result. */
const ASIDE_ROUTES = {
  event: { method: 'POST', path: /^\/api\/v1\/events$/ },
  visit: { method: 'POST', path: /^\/api\/v1\/visits$/ },
  chat: { method: undefined, path: /^\/api\/chat\/v1\/./ },
} as const;
const ROUTES = Object.entries({ ...SHOPPER_ROUTES, ...ASIDE_ROUTES }) as [
  ShopperClass | AsideClass,
  { method: string | undefined; path: RegExp },
][];
const MANAGEMENT = /^\/(?:api\/admin|auth|shopify)\//;

export type ShopperClass = keyof typeof SHOPPER_ROUTES;
export type AsideClass = keyof typeof ASIDE_ROUTES;
export type RequestClass = ShopperClass | AsideClass | 'management';

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
  for (const [name, route] of ROUTES) {
    if ((route.method ?? method) === method && route.path.test(path)) return name;
  }
  return MANAGEMENT.test(path) ? 'management' : undefined;
}

/** Longer bodies hold a picture. */
const MAX_ORDINARY_BODY_BYTES = 64 * 1024;

/**
 * Whether the time of the answer says how busy the system is. A selfie, and a payload that the caller asked for, take long on an idle
 * system too; so do much of management, and turns of the chat that wait for a language model.
 */
export function isOrdinary(
  name: RequestClass,
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
): boolean {
  return (
    name !== 'management' &&
    name !== 'chat' &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= MAX_ORDINARY_BODY_BYTES &&
    !url.includes('include_webhook_payload=true')
  );
}
