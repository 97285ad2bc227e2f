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

/**
 * Sends an answer. It is complete before its first byte is sent, in 4 s at most, so no comment has to keep the connection alive; a page
 * that lost it repeats the turn.
 */
export function sendAnswer<S extends 200 | 201>(ctx: Context, status: S, answer: PresentedAnswer): Reply<S> {
  const isStream = ctx.accepts('application/json', 'text/event-stream') === 'text/event-stream';
  if (!isStream) return sendJson(status, answer, ANSWER_HEADERS);
  const { blocks, replies, turnId, threadId } = answer;
  const events = [
    ...blocks.map((block) => toEvent('block', block)),
    toEvent('replies', replies),
    toEvent('done', { turnId, threadId }),
  ];
  return sendBody(status, 'text/event-stream; charset=utf-8', Buffer.from(events.join('')), ANSWER_HEADERS);
}

/** JSON has no line breaks, so the data are one line. */
const toEvent = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
