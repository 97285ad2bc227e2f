import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { answerGraphql } from './admin-api.js';
import { type Faults, noFaults } from './faults.js';
import { type Answer, Authorizations } from './oauth.js';
import { PointBucket } from './query-cost.js';
import { StandInShop } from './stand-in-shop.js';
import { type Delivery, type DeliveryOptions, deliver } from './webhook-event.js';

export interface ShopifyStandIn {
  /** `http://127.0.0.1:port/{shop}`: where shops live; `{shop}` stands for the shop's domain. */
  base: string;
  faults: Faults;
  authorizations: Authorizations;
  /** The shop with this domain, which is created when it is asked for first. */
  shop(domain: string): StandInShop;
  /** Calls of the Admin API so far, by the first field of their query. */
  calls: string[];
  /** Sends what happened in a shop since the last time. */
  deliver(shop: StandInShop, options?: DeliveryOptions): Promise<Delivery[]>;
  /** The merchant removes the app: nothing opens the shop any more. */
  uninstall(shop: StandInShop): void;
  stop(): Promise<void>;
}

export interface StandInOptions {
  apiKey: string;
  apiSecret: string;
  /** Seconds; default 3,600, as Shopify's. */
  tokenLifetime?: number;
  /** Of the Admin API; default those of the Standard plan: 2,000 points, 100 a second. */
  points?: { maximum: number; restoreRate: number };
  /** In [0, 1). */
  random?: () => number;
}

const BROKEN: Answer = { status: 503, body: { errors: 'Service Unavailable' } };
const VERSION_PATH = /^\/admin\/api\/20\d\d-(?:01|04|07|10)\/graphql\.json$/;

/**
 * Starts a server on loopback that behaves like Shopify as documented: OAuth, the Admin API's GraphQL with bulk
 * operations, and webhooks. For tests.
 */
export async function startShopify(options: StandInOptions): Promise<ShopifyStandIn> {
  const { apiKey, apiSecret, points = { maximum: 2_000, restoreRate: 100 } } = options;
  const faults = noFaults();
  const authorizations = new Authorizations({ apiKey, apiSecret }, options.tokenLifetime ?? 3_600);
  const shops = new Map<string, StandInShop>();
  const buckets = new Map<string, PointBucket>();
  const calls: string[] = [];
  let origin = '';

  function shop(domain: string): StandInShop {
    let found = shops.get(domain);
    if (!found) {
      const fileUrl = (id: string) => `${origin}/${domain}/files/${id.split('/').at(-1)}.jsonl`;
      found = new StandInShop(domain, faults, fileUrl, options.random);
      shops.set(domain, found);
      buckets.set(domain, new PointBucket(points.maximum, points.restoreRate));
    }
    return found;
  }

  function isBroken(): boolean {
    if (faults.brokenCalls === 0) return false;
    faults.brokenCalls -= 1;
    return true;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', origin);
    const [, domain = '', ...rest] = url.pathname.split('/');
    const path = `/${rest.join('/')}`;
    if (request.method === 'GET' && path === '/admin/oauth/authorize') {
      const location = authorizations.consent(domain, url.searchParams);
      if (location === undefined) return send(response, { status: 400, body: { error: 'invalid_request' } });
      response.writeHead(302, { location }).end();
    } else if (request.method === 'POST' && path === '/admin/oauth/access_token') {
      const form = parseForm(request, body);
      if (isBroken()) return send(response, BROKEN);
      const answer = authorizations.exchange(domain, form, faults.refusesRefresh);
      const isLost = form.grant_type === 'refresh_token' && faults.lostRefreshes > 0;
      if (!isLost) return send(response, answer);
      faults.lostRefreshes -= 1;
      request.socket.destroy();
    } else if (request.method === 'POST' && VERSION_PATH.test(path)) {
      send(response, await graphql(request, domain, body));
    } else if (request.method === 'GET' && rest[0] === 'files') {
      file(response, domain, rest[1] ?? '');
    } else {
      send(response, { status: 404, body: { errors: 'Not Found' } });
    }
  }

  async function graphql(request: IncomingMessage, domain: string, body: Buffer): Promise<Answer> {
    if (isBroken()) return BROKEN;
    const token = request.headers['x-shopify-access-token'];
    if (authorizations.getShop(typeof token === 'string' ? token : undefined) !== domain) {
      const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
      return { status: 401, body: { errors } };
    }
    const query = JSON.parse(body.toString()) as { query?: string };
    const call = /\{\s*(\w+)/.exec(query.query ?? '')?.[1] ?? '';
    calls.push(call);
    const isThrottled = faults.throttledCalls > 0;
    if (isThrottled) faults.throttledCalls -= 1;
    const answer = answerGraphql(shop(domain), query, buckets.get(domain) as PointBucket, isThrottled);
    await faults.beforeAnswer(call);
    return answer.isThrottled ? { ...answer, status: faults.throttledStatus } : answer;
  }

  function file(response: ServerResponse, domain: string, name: string): void {
    const bytes = shop(domain).files.get(`gid://shopify/BulkOperation/${name.replace('.jsonl', '')}`);
    if (!bytes) {
      send(response, { status: 404, body: {} });
      return;
    }
    response.writeHead(200, { 'content-type': 'application/jsonl', 'content-length': bytes.length });
    if (faults.truncatedBytes === 0) response.end(bytes);
    else response.write(bytes.subarray(0, bytes.length - faults.truncatedBytes), () => response.destroy());
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, { status: 500, body: { errors: String(error) } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base: `${origin}/{shop}`,
    faults,
    authorizations,
    calls,
    shop,
    deliver: (from, how = {}) =>
      deliver(
        from.events.splice(0),
        faults.wrongSignature ? `not ${apiSecret}` : (faults.signingSecret ?? apiSecret),
        how,
      ),
    uninstall(from) {
      authorizations.revoke(from.domain);
      from.uninstalled();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parseForm(request: IncomingMessage, body: Buffer): Record<string, unknown> {
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  return isJson
    ? (JSON.parse(body.toString()) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(body.toString()));
}

function send(response: ServerResponse, { status, body }: Answer): void {
  // The version that answers, which is the oldest one that is left when another was asked for.
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-shopify-api-version': '2026-07' })
    .end(JSON.stringify(body));
}
