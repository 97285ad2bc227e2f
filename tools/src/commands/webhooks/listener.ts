import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A request that came. */
export interface ReceivedWebhook {
  at: Date;
  /** `webhook-id`; empty when there is none. */
  id: string;
  /** How often this id came, from 1. */
  time: number;
  body: string;
  /** Why it is refused; undefined: its signature is right. */
  problem?: string;
  /** What was answered. */
  status: number;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** A webhook endpoint on loopback. What is not signed with the secret is refused with 401, like a real one should. */
export async function startListener(options: {
  port: number;
  secret: string;
  /** Answer to what is signed right. */
  status: number;
  onReceived(heard: ReceivedWebhook): void;
}): Promise<{ url: string; close(): Promise<void> }> {
  const webhook = new Webhook(options.secret);
  const times = new Map<string, number>();

  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    if (request.method !== 'POST') return void answer(405, 'Deliveries are POST requests.\n');
    readBody(request).then(
      (body) => {
        const id = String(request.headers['webhook-id'] ?? '');
        const problem = findProblem(webhook, body, request);
        const time = (times.get(id) ?? 0) + 1;
        if (problem === undefined) times.set(id, time);
        const status = problem === undefined ? options.status : 401;
        options.onReceived({ at: new Date(), id, time, body, status, ...(problem === undefined ? {} : { problem }) });
        answer(status, problem === undefined ? '' : `${problem}\n`);
      },
      () => request.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function findProblem(webhook: Webhook, body: string, request: IncomingMessage): string | undefined {
  try {
    webhook.verify(body, request.headers as Record<string, string>);
    return undefined;
  } catch (error) {
    return `Refused: ${(error as Error).message}.`;
  }
}
