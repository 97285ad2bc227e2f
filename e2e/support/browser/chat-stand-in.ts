import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A server that speaks the protocol of docs/components.md B17.6 as the gateway does, for what the real one does only in an emergency: streams
 * that are cut off, answers that take long, limits, outages. Its `TRACKING_BASE_URL` is `origin`.
 */
export interface ChatStandIn {
  origin: string;
  /** What it received, in order. */
  requests: ChatRequest[];
  /** What was reported of products, in order. */
  events: { analysisId: string; type: string; variantId: string }[];
  /** What it does with the next turns, one for each; then it answers with `text`. */
  next: ChatBehavior[];
  /** Thread ids that it has. */
  threads: Map<string, { text?: string; blocks?: object[] }[]>;
  close(): void;
}

export interface ChatRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: {
    context: Record<string, unknown>;
    turn: { clientTurnId: string; text?: string; quickReply?: string; action?: string };
  };
}

export type ChatBehavior =
  /** Answers, after `until` if there is one. */
  | { blocks?: object[]; replies?: { id: string; label: string }[]; until?: Promise<void>; isJson?: boolean }
  /** Sends these blocks and cuts the connection. */
  | { cutAfter: object[] }
  /** Answers with an error. */
  | { status: number; error?: string; retryAfter?: number };

/** An answer with `until` waits for `open()`. */
export function createGate(): { until: Promise<void>; open(): void } {
  let open = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open };
}

export const text = (words: string, link?: string) => ({ type: 'text', text: words, ...(link && { link }) });

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
  'Cache-Control': 'no-store',
};

export async function startChatStandIn(): Promise<ChatStandIn> {
  const standIn: Omit<ChatStandIn, 'origin' | 'close'> = { requests: [], events: [], next: [], threads: new Map() };
  /** Answers by clientTurnId: a repeated turn gets the same. */
  const answers = new Map<string, { blocks: object[]; replies: object[]; threadId: string }>();
  let count = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const [, id, rest] = /^\/api\/chat\/v1\/threads(?:\/(\w+))?(\/turns)?$/.exec(url) ?? [];
    const body = await readBody(request);
    const sendJson = (status: number, value?: object, more: object = {}) => {
      response.writeHead(status, { ...CORS, 'Content-Type': 'application/json', ...more });
      response.end(value && JSON.stringify(value));
    };
    if (method === 'OPTIONS') return sendJson(204);
    // What the page shows is reported to the same address, whenever it happens to be. docs/components.md B13.8
    if (url.startsWith('/api/v1/visits')) return sendJson(202);
    if (url.startsWith('/api/v1/events')) {
      const { analysisId, events } = body as unknown as { analysisId: string; events: ChatStandIn['events'] };
      standIn.events.push(...events.map((event) => ({ ...event, analysisId })));
      return sendJson(202);
    }
    standIn.requests.push({ method, path: url, headers, body });
    const messages = id === undefined ? undefined : standIn.threads.get(id);
    const notFound = () => sendJson(404, { error: 'NOT_FOUND', message: 'No such conversation.' });
    if (method === 'DELETE') {
      standIn.threads.delete(id as string);
      return sendJson(204);
    }
    const [first] = standIn.next;
    const behavior = method === 'POST' || (first && 'status' in first) ? standIn.next.shift() : undefined;
    if (behavior && 'status' in behavior) {
      const { status, error = 'UNAVAILABLE', retryAfter } = behavior;
      return sendJson(status, { error, message: error }, retryAfter ? { 'Retry-After': `${retryAfter}` } : {});
    }
    if (method === 'GET')
      return messages ? sendJson(200, { threadId: id, expiresAt: '2030-01-01T00:00:00Z', messages }) : notFound();
    if ((id !== undefined && !messages) || Boolean(id) !== Boolean(rest)) return notFound();

    const { clientTurnId } = body.turn;
    if (behavior && 'cutAfter' in behavior) {
      // The service stored the answer; only the connection was lost.
      const threadId = id ?? `thread${String(++count).padStart(16, '0')}`;
      standIn.threads.set(threadId, messages ?? []);
      answers.set(clientTurnId, { blocks: [...behavior.cutAfter, text('The end.')], replies: [], threadId });
      response.writeHead(id === undefined ? 201 : 200, { ...CORS, 'Content-Type': 'text/event-stream' });
      for (const block of behavior.cutAfter) response.write(toEvent('block', block));
      await sleep(50);
      response.destroy();
      return;
    }
    const { blocks = [text('An answer.')], replies = [], until, isJson = false } = behavior ?? {};
    const threadId = id ?? answers.get(clientTurnId)?.threadId ?? `thread${String(++count).padStart(16, '0')}`;
    const answer = answers.get(clientTurnId) ?? { blocks: blocks ?? [], replies, threadId };
    answers.set(clientTurnId, answer);
    const thread = standIn.threads.get(threadId) ?? [];
    standIn.threads.set(threadId, [...thread, { text: body.turn.text ?? 'A suggestion' }, { blocks: answer.blocks }]);
    if (isJson) return sendJson(200, { ...answer, turnId: clientTurnId });
    response.writeHead(id === undefined ? 201 : 200, {
      ...CORS,
      'Content-Type': 'text/event-stream',
      'X-Accel-Buffering': 'no',
    });
    response.write(': thinking\n\n');
    await until;
    for (const block of answer.blocks) response.write(toEvent('block', block));
    response.write(toEvent('replies', answer.replies));
    response.end(toEvent('done', { turnId: clientTurnId, threadId }));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: NodeJS.ErrnoException) => {
      // A page that a test has left breaks its request off.
      if (error.code !== 'ECONNRESET') throw error;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...standIn,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const toEvent = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A request without a body has an empty one. */
async function readBody(request: IncomingMessage): Promise<ChatRequest['body']> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const given = Buffer.concat(chunks).toString();
  return given ? JSON.parse(given) : { context: {}, turn: { clientTurnId: '' } };
}
