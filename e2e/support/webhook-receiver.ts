import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivered {
  id: string;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  text: string;
  // Compared field by field in the tests, whose assertions are the type check.
  body: ReturnType<typeof JSON.parse>;
}

/** A merchant's webhook on loopback, which keeps what it gets. */
export interface WebhookReceiver {
  url: string;
  secret: string;
  received: Delivered[];
  /** What it answers; 204 by default. An error repeats what was sent. */
  status: number;
  /** Or what it answers to each delivery. */
  chooseStatus: ((delivered: Delivered) => number) | undefined;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const id = String(request.headers['webhook-id']);
      const delivered = { id, headers: request.headers, text, body: JSON.parse(text) };
      receiver.received.push(delivered);
      const status = receiver.chooseStatus?.(delivered) ?? receiver.status;
      response.writeHead(status).end(status < 300 ? undefined : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    secret: `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`,
    received: [],
    status: 204,
    chooseStatus: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Standard Webhooks, "Signature scheme", by its text: no code is shared with the library that signs. */
export function isSigned(secret: string, { headers, text }: Pick<Delivered, 'headers' | 'text'>): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
