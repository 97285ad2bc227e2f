import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Question {
  method?: 'GET' | 'POST';
  path: string;
  /** Sent as `Host`; `fetch` would replace it. */
  host: string;
  body?: object;
}

export interface Reply {
  status: number;
  text: string;
}

const PAUSE_MS = 500;
const TIMEOUT_MS = 30_000;

/**
 * Sends requests to a system that may still be starting: connections that are refused and 503 are repeated until `readyBy`, a time of
 * `performance.now()`.
 */
export function createAsk(origin: string, readyBy: number): (question: Question) => Promise<Reply> {
  return async (question) => {
    for (;;) {
      const reply = await send(origin, question).catch((error: Error) => error);
      const isLast = performance.now() >= readyBy;
      if (reply instanceof Error ? isLast : isLast || reply.status !== 503) {
        if (reply instanceof Error) throw reply;
        return reply;
      }
      await sleep(PAUSE_MS);
    }
  };
}

async function send(origin: string, { method = 'GET', path, host, body }: Question): Promise<Reply> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = { host, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    request(new URL(path, origin), { method, headers, signal }, resolve).once('error', reject).end(payload);
  });
  return { status: response.statusCode ?? 0, text: await text(response) };
}
