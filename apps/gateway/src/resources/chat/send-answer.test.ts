import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../context.js';
import { chatAnswerExample, chatStreamExample } from './chat-examples.js';
import type { PresentedAnswer } from './present-answer.js';
import { sendAnswer } from './send-answer.js';

const answer = chatAnswerExample as PresentedAnswer;
/** A page that accepts events. */
const page = { accepts: () => 'text/event-stream' } as unknown as Context;

describe('an answer as events (docs/chat.md T7.6)', () => {
  it('that takes long has comments until it is there, and the same events then', async () => {
    let resolve: (answer: PresentedAnswer) => void = () => {};
    const answering = new Promise<PresentedAnswer>((done) => {
      resolve = done;
    });
    const { status, body } = await sendAnswer(page, 201, answering, 1);
    expect(status).toBe(201);
    expect(body).toBeInstanceOf(Readable);
    const chunks: string[] = [];
    for await (const chunk of body as Readable) {
      chunks.push(String(chunk));
      if (chunks.length === 3) resolve(answer);
    }
    const comments = chunks.slice(0, -1);
    expect(new Set(comments)).toEqual(new Set([': keep-alive\n\n']));
    expect(comments.length).toBeGreaterThanOrEqual(3);
    expect(chunks.at(-1)).toBe(chatStreamExample);
  });

  it('that fails late breaks the connection, so that the page repeats the turn', async () => {
    let reject: (error: Error) => void = () => {};
    const answering = new Promise<PresentedAnswer>((_, fail) => {
      reject = fail;
    });
    const { body } = await sendAnswer(page, 200, answering, 1);
    const read = async () => {
      for await (const _ of body as Readable) reject(new Error('UNAVAILABLE'));
    };
    await expect(read()).rejects.toThrow('UNAVAILABLE');
  });

  it('that is there in time is sent without a comment', async () => {
    const { body } = await sendAnswer(page, 200, Promise.resolve(answer));
    expect(String(body)).toBe(chatStreamExample);
  });
});
