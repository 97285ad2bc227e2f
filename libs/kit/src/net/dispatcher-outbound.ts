import { Agent, type Dispatcher, request } from 'undici';
import { withSpan } from '../telemetry/spans.js';
import type { Outbound, OutboundOptions, OutboundRequest } from './outbound.js';
import { OutboundError, toOutboundError } from './outbound-error.js';
import { createSafeConnector } from './safe-connector.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PORTS = new Set(['', '80', '443']);

/** The implementation that `createOutbound` loads with its first call. */
export function createDispatcherOutbound(options: OutboundOptions): Outbound {
  const { allowPrivateNetwork, connectTimeoutMs = 5_000, idleTimeoutMs = 15_000, resolve, connect } = options;
  const dispatcher = new Agent({
    connect: createSafeConnector({
      connectTimeoutMs,
      allowPrivateNetwork,
      ...(resolve ? { resolve } : {}),
      ...(connect ? { connect } : {}),
    }),
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    // A name is resolved and checked for each new connection: none is kept for long.
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 10_000,
  });

  async function call(url: URL, ask: OutboundRequest): Promise<Dispatcher.ResponseData> {
    const credentials = getCredentials(url);
    const target = new URL(url);
    target.username = '';
    target.password = '';
    target.hash = '';
    try {
      const method = ask.method ?? 'GET';
      const response = await withSpan(`HTTP ${method}`, toSpan(method), () =>
        request(target, {
          dispatcher,
          method,
          headers: { ...(credentials ? { authorization: credentials } : {}), ...ask.headers },
          body: ask.body ?? null,
          signal: ask.signal ?? null,
        }),
      );
      // A destroyed body emits an error event, which must have a listener.
      response.body.on('error', () => {});
      return response;
    } catch (error) {
      throw ask.signal?.aborted ? ask.signal.reason : toOutboundError(error);
    }
  }

  return {
    async request(address, ask = {}) {
      let url = checkUrl(address, allowPrivateNetwork);
      let headers = ask.headers ?? {};
      for (let redirects = 0; ; redirects += 1) {
        const { statusCode, headers: answered, body } = await call(url, { ...ask, headers });
        const location = answered.location;
        const isRedirect = REDIRECTS.has(statusCode) && typeof location === 'string' && ask.maxRedirects !== undefined;
        if (!isRedirect || ask.maxRedirects === 0) {
          return { status: statusCode, headers: flat(answered), body, url: shown(url) };
        }
        body.destroy();
        if (redirects === ask.maxRedirects) {
          throw new OutboundError('REDIRECTS', `The address redirects more than ${ask.maxRedirects} times.`);
        }
        const next = checkUrl(new URL(location, url).href, allowPrivateNetwork);
        // What was meant for one host is not told to another.
        if (next.origin !== url.origin) headers = without(headers, ['authorization', 'cookie']);
        url = next;
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** Without the address: it belongs to a merchant and may hold a secret. The trace context is not sent to it. */
const toSpan = (method: string) => ({ kind: 'client', attributes: { 'http.request.method': method } }) as const;

function checkUrl(address: string, allowPrivateNetwork: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OutboundError('ADDRESS', 'Only http and https addresses are called.');
  }
  if (!allowPrivateNetwork && !PORTS.has(url.port)) {
    throw new OutboundError('ADDRESS', 'Only the ports 80 and 443 are called.');
  }
  return url;
}

/** Credentials of an address are sent as basic authentication. */
function getCredentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** An address without its credentials, for people and logs. */
export function shown(url: URL): string {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  return copy.href;
}

const without = (headers: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
