import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatBlock, ChatReply } from './answer.js';
import { createChatClient } from './chat-client.js';

const THREAD = '5gNp3kQ7wXyZ0aBcDeFgHi';
const STREAM = { headers: { 'Content-Type': 'text/event-stream' } };
const TEXT = { type: 'text', text: 'Hello' };
const BLOCK = `event: block\ndata: ${JSON.stringify(TEXT)}\n\n`;
const REST = `event: replies\ndata: [{"id":"q1","label":"Cheaper"}]\n\nevent: done\ndata: {"turnId":"t1","threadId":"${THREAD}"}\n\n`;

describe('the client of the chat service (docs/components.md B17.6)', () => {
  const requests: [address: string, init: RequestInit][] = [];
  let answer: () => Response;
  const client = createChatClient(() => 'https://chat.example');
  const blocks: ChatBlock[] = [];
  const replies: ChatReply[] = [];
  const send = (threadId: string | null = null, signal = new AbortController().signal) =>
    client.send(threadId, '{}', { block: (one) => blocks.push(one), replies: (some) => replies.push(...some) }, signal);

  beforeEach(() => {
    for (const list of [requests, blocks, replies]) list.length = 0;
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      requests.push([address, init]);
      return answer();
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('creates a thread, and sends further turns to it, without credentials and without a preflight', async () => {
    answer = () => new Response(BLOCK + REST, STREAM);
    expect(await send()).toEqual({ kind: 'DONE', threadId: THREAD });
    expect(await send(THREAD)).toEqual({ kind: 'DONE', threadId: THREAD });
    expect(requests.map(([address]) => address)).toEqual([
      'https://chat.example/api/chat/v1/threads',
      `https://chat.example/api/chat/v1/threads/${THREAD}/turns`,
    ]);
    expect(requests[0]?.[1]).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'text/plain;charset=UTF-8', Accept: 'text/event-stream' },
    });
    expect([blocks, replies]).toEqual([
      [TEXT, TEXT],
      [
        { id: 'q1', label: 'Cheaper' },
        { id: 'q1', label: 'Cheaper' },
      ],
    ]);
  });

  it('reads an answer that is one JSON body', async () => {
    answer = () => Response.json({ blocks: [TEXT, { type: 'video' }], replies: [], turnId: 't1', threadId: THREAD });
    expect(await send()).toEqual({ kind: 'DONE', threadId: THREAD });
    expect(blocks).toEqual([TEXT]);
  });

  it.each([
    ['ends before it is done', BLOCK],
    ['ends in the middle of an event', BLOCK + REST.slice(0, -5)],
    ['is not readable', `${BLOCK}event: block\ndata: {\n\n`],
  ])('a stream that %s is interrupted', async (_, text) => {
    answer = () => new Response(text, STREAM);
    expect(await send()).toEqual({ kind: 'INTERRUPTED' });
  });

  it.each([
    [404, {}, {}, { kind: 'UNKNOWN' }],
    [409, { error: 'REQUEST_IN_PROGRESS' }, { 'Retry-After': '2' }, { kind: 'BUSY', seconds: 2 }],
    [409, { error: 'IDEMPOTENCY_CONFLICT' }, {}, { kind: 'REFUSED' }],
    [400, { error: 'INVALID_REQUEST' }, {}, { kind: 'REFUSED' }],
    [429, {}, { 'Retry-After': '12' }, { kind: 'TOO_FAST', seconds: 12 }],
    [429, {}, { 'Retry-After': '86400' }, { kind: 'FULL' }],
    [503, {}, { 'Retry-After': '1' }, { kind: 'DOWN' }],
    [500, 'no object', {}, { kind: 'DOWN' }],
  ])('an answer of %i %j is a problem', async (status, body, headers, problem) => {
    answer = () => Response.json(body, { status, headers });
    expect(await send(THREAD)).toEqual(problem);
  });

  it.each([
    ['3600', 3_600],
    [undefined, 2],
  ])(
    'a new thread that is refused for %s s has not reached its own limit (docs/components.md B17.8)',
    async (wait, seconds) => {
      answer = () => Response.json({}, { status: 429, headers: wait ? { 'Retry-After': wait } : {} });
      expect(await send(null)).toEqual({ kind: 'TOO_FAST', seconds });
    },
  );

  it('a network error is OFFLINE, and so is an aborted request', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await send()).toEqual({ kind: 'OFFLINE' });
  });

  it('reads the messages of a thread; null when there is none', async () => {
    answer = () => Response.json({ threadId: THREAD, messages: [{ text: 'Hi' }, { blocks: [TEXT] }, {}, 7] });
    expect(await client.load(THREAD)).toEqual([
      { text: 'Hi', blocks: [] },
      { text: undefined, blocks: [TEXT] },
    ]);
    answer = () => Response.json({}, { status: 404 });
    expect(await client.load(THREAD)).toBeNull();
    answer = () => Response.json({}, { status: 503 });
    await expect(client.load(THREAD)).rejects.toThrow('503');
  });

  it.each([
    [204, true],
    [404, true],
    [503, false],
  ])('a thread is deleted after %i: %s', async (status, isRemoved) => {
    answer = () => new Response(null, { status });
    expect(await client.remove(THREAD)).toBe(isRemoved);
    expect(requests[0]?.[1].method).toBe('DELETE');
  });
});
