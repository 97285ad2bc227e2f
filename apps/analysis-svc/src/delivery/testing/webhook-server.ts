import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as received by a merchant's server. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
  atMs: number;
}

/** A merchant's server on loopback. */
export interface WebhookServer {
  url: string;
  received: Received[];
  /** Total number of connections. */
  connections(): number;
  /** The response to a request. Default: 204 without a body. */
  answer: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
}

export async function startWebhookServer(): Promise<WebhookServer> {
  let connections = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const got = { headers: request.headers, body, path: request.url ?? '', atMs: performance.now() };
      running.received.push(got);
      running.answer(response, got);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const running: WebhookServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    connections: () => connections,
    answer: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return running;
}

/** A status without a body. */
export const status = (code: number, headers: Record<string, string> = {}): WebhookServer['answer'] => {
  return (response) => void response.writeHead(code, headers).end();
};

/**
 * Verifies a signature according to Standard Webhooks, "Signature scheme": HMAC-SHA256 over `id.timestamp.body` with the bytes of
 * the secret, at most five minutes old or early. Shares no code with the library that signs.
 */
export function isGenuine(
  secret: string,
  { headers, body }: Pick<Received, 'headers' | 'body'>,
  nowS = Math.floor(Date.now() / 1_000),
): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!/^\d+$/.test(timestamp) || Math.abs(nowS - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
