import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../context.js';
import { type Content, jsonContent, type Reply, sendBody, sendJson } from '../../route/answer.js';
import { chatAnswerExample, chatStreamExample } from './chat-examples.js';
import type { PresentedAnswer } from './present-answer.js';

/** An answer as events, for pages that accept them, or as one JSON body. */
export const ANSWER_CONTENT: Content = {
  ...jsonContent('ChatAnswer', { answer: chatAnswerExample }),
  'text/event-stream': { schema: { type: 'string' }, examples: { answer: { value: chatStreamExample } } },
};

/** Proxies that keep answers until they are complete are asked not to. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'X-Accel-Buffering': 'no' };

/** Not stored by caches, not in search results. docs/chat.md T7.6. */
export const THREAD_HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
export const ANSWER_HEADERS = { ...HEADERS, Vary: 'Accept' };

/** Proxies close connections on which nothing is sent for long. docs/chat.md T7.6. */
const KEEP_ALIVE_MS = 15_000;
const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/**
 * Sends an answer when it is there, so that a failure has its status. Where it takes longer than 15 s, events begin before, with a comment
 * every 15 s; a failure then closes the connection, and the page repeats the turn.
 */
export async function sendAnswer<S extends 200 | 201>(
  ctx: Context,
  status: S,
  answering: Promise<PresentedAnswer>,
  keepAliveMs = KEEP_ALIVE_MS,
): Promise<Reply<S>> {
  const isStream = ctx.accepts('application/json', 'text/event-stream') === 'text/event-stream';
  if (!isStream) return sendJson(status, await answering, ANSWER_HEADERS);
  const answer = await waitFor(answering, keepAliveMs);
  const body = answer ? Buffer.from(toEvents(answer)) : Readable.from(keepAlive(answering, keepAliveMs));
  return sendBody(status, EVENT_STREAM, body, ANSWER_HEADERS);
}

async function* keepAlive(answering: Promise<PresentedAnswer>, keepAliveMs: number): AsyncGenerator<string> {
  let answer: PresentedAnswer | undefined;
  while (!answer) {
    yield ': keep-alive\n\n';
    answer = await waitFor(answering, keepAliveMs);
  }
  yield toEvents(answer);
}

/** Undefined: it is not there in time. */
async function waitFor<T>(work: Promise<T>, timeMs: number): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, delay(timeMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  } finally {
    timer.abort();
  }
}

const toEvents = ({ blocks, replies, turnId, threadId }: PresentedAnswer): string =>
  [
    ...blocks.map((block) => toEvent('block', block)),
    toEvent('replies', replies),
    toEvent('done', { turnId, threadId }),
  ].join('');

/** JSON has no line breaks, so the data are one line. */
const toEvent = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
