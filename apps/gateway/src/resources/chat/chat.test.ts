import { ServiceError, sha256 } from '@svc/kit';
import type { ChatAnswer, CreateThreadRequest, CreateTurnRequest } from '@svc/proto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Ask, startGateway, type TestGateway } from '../../testing/start-gateway.js';
import { chatAnswerExample, chatRequestExamples, chatThreadExample, THREAD_ID } from './chat-examples.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const THREADS = '/api/chat/v1/threads';
const TURNS = `${THREADS}/${THREAD_ID}/turns`;
const request = chatRequestExamples.text.value;
const [text, products] = chatAnswerExample.blocks;

/** The example of the documentation, as chat-svc answers it. */
const answer: ChatAnswer = {
  ...{ turnId: chatAnswerExample.turnId, threadId: THREAD_ID, replies: chatAnswerExample.replies },
  blocks: [
    { block: { $case: 'text', value: { text: text?.text as string } } },
    { block: { $case: 'products', value: { items: products?.items as never } } },
    {
      block: {
        $case: 'actions',
        value: { items: [{ id: 'a1', kind: 'CHAT_ACTION_KIND_OPEN_RESULTS' as never, label: 'Alle Ergebnisse' }] },
      },
    },
  ],
};

async function start(handlers: NonNullable<Parameters<typeof startGateway>[0]>['handlers'] = {}, env = {}) {
  gateway = await startGateway({
    handlers: { chat: { createThread: async () => ({ answer }), createTurn: async () => ({ answer }) }, ...handlers },
    env,
    logLevel: 'debug',
  });
  return gateway;
}

const post = (path: string, body: unknown, { headers = {}, ...options }: Ask = {}) =>
  gateway.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...options,
  });
const created = () => (gateway.services.calls.createThread ?? []) as CreateThreadRequest[];

describe('POST /api/chat/v1/threads (docs/chat.md T7)', () => {
  it.each(['text/plain;charset=UTF-8', 'application/json'])(
    'takes %s and answers 201 with one JSON body (T7.6)',
    async (type) => {
      await start();
      const { status, headers, json } = await post(THREADS, request, { headers: { 'content-type': type } });
      expect([status, json]).toEqual([201, chatAnswerExample]);
      expect(headers).toMatchObject({
        ...{
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
        },
        ...{ 'x-accel-buffering': 'no', 'access-control-allow-origin': '*' },
      });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers['access-control-expose-headers']).toContain('Retry-After');
      const { company, analysisId, productId, locale } = request.context;
      expect(created()).toEqual([
        {
          caller: expect.objectContaining({ origin: 'https://shop.example', companyKey: company }),
          context: { locale, productId, analysisId },
          turn: {
            ...{ clientTurnId: request.turn.clientTurnId, requestHash: expect.any(Uint8Array) },
            input: { $case: 'text', value: request.turn.text },
          },
          isUnlimited: true,
        },
      ]);
    },
  );

  it.each(['', 'not an id', 'x'.repeat(65)])(
    'takes the analysisId %j, which no analysis has (T7.7)',
    async (analysisId) => {
      await start();
      const { status } = await post(THREADS, { ...request, context: { ...request.context, analysisId } });
      expect([status, created()[0]?.context?.analysisId]).toEqual([201, '-']);
    },
  );

  it('answers events where the page accepts them (T7.6)', async () => {
    await start();
    const { status, headers, text: body } = await post(THREADS, request, { headers: { accept: 'text/event-stream' } });
    expect([status, headers['content-type'], headers['x-accel-buffering']]).toEqual([
      ...[201, 'text/event-stream; charset=utf-8', 'no'],
    ]);
    const events = body.split('\n\n').map((event) => event.split('\n'));
    expect(events.pop()).toEqual(['']);
    expect(events.map(([name]) => name)).toEqual([
      ...['event: block', 'event: block', 'event: block', 'event: replies', 'event: done'],
    ]);
    const data = events.map(([, line = '']) => JSON.parse(line.replace(/^data: /, '')) as unknown);
    const { turnId, threadId, blocks, replies } = chatAnswerExample;
    expect(data).toEqual([...blocks, replies, { turnId, threadId }]);
  });

  const { context, turn } = request;
  it.each([
    ['/turn', { context }],
    ['/context', { turn }],
    ['/more', { ...request, more: 1 }],
    ['/context/userAgent', { turn, context: { ...context, userAgent: 'x' } }],
    ['/turn/threadId', { context, turn: { ...turn, threadId: 'x' } }],
    ['/turn/clientTurnId', { context, turn: { text: 'x' } }],
    ['/turn/text', { context, turn: { clientTurnId: 'x', text: '  ' } }],
    ['/turn/text', { context, turn: { clientTurnId: 'x', text: 'ä'.repeat(501) } }],
    ['/turn', { context, turn: { ...turn, quickReply: 'q1' } }],
    ['/turn', { context, turn: { clientTurnId: 'x' } }],
    ['/context/locale', { turn, context: { ...context, locale: 'de_DE' } }],
  ])('refuses a body with a wrong %s (T7.1)', async (path, body) => {
    await start();
    const { status, json } = await post(THREADS, body);
    expect([status, json.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.details).toEqual([expect.objectContaining({ path })]);
    expect(created()).toEqual([]);
  });

  it('takes 500 characters, 8 KiB, and no byte more (T7.1)', async () => {
    await start();
    expect((await post(THREADS, { context, turn: { ...turn, text: '😀'.repeat(500) } })).status).toBe(201);
    const padded = (length: number) => JSON.stringify(request).padEnd(length, ' ');
    const sized = (bytes: number) => padded(bytes - (Buffer.byteLength(padded(0)) - padded(0).length));
    expect((await post(THREADS, sized(8_192))).status).toBe(201);
    expect((await post(THREADS, sized(8_193))).status).toBe(413);
    expect((await post(THREADS, request, { headers: { 'content-type': 'image/png' } })).status).toBe(415);
  });

  it.each([
    ['of a funnel’s page', 'http://beauty.svc.test:8080', { $case: 'subdomain', value: 'beauty' }],
    ['of a funnel’s own host', 'https://quiz.shop.example', { $case: 'host', value: 'quiz.shop.example' }],
    ['of the API', 'http://svc.test:8080', undefined],
    ['with a user name', 'http://beauty.svc.test@evil.example', undefined],
    ['that is none', 'null', undefined],
  ])('names the funnel of an origin %s (T7.2)', async (_, origin, name) => {
    await start();
    await post(THREADS, request, { headers: { origin } });
    const caller = created()[0]?.caller;
    expect(caller?.origin).toBe(origin);
    expect(caller?.originFunnel?.name).toEqual(name);
  });

  it('names the funnel of the host (T7.2)', async () => {
    await start();
    await post(THREADS, request, { host: 'beauty.svc.test' });
    expect(created()[0]?.caller?.host).toEqual({ name: { $case: 'subdomain', value: 'beauty' } });
  });

  it('a source begins 20 conversations an hour (T8.1)', async () => {
    await start({}, { RATE_LIMITS: 'on' });
    for (let count = 0; count < 20; count += 1) expect((await post(THREADS, request)).status).toBe(201);
    // A minute later its messages are free again.
    const later = performance.now() + 61_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    const { status, json, headers } = await post(THREADS, request);
    clock.mockRestore();
    expect([status, json.error]).toEqual([429, 'RATE_LIMITED']);
    expect(json.message).toContain('new conversations');
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
    expect(created()[0]?.isUnlimited).toBe(false);
  });
});

describe('POST /api/chat/v1/threads/{id}/turns (docs/chat.md T7)', () => {
  it('answers 200, and says the same of a body whatever the order of its keys (T7.4)', async () => {
    await start();
    expect((await post(TURNS, request)).status).toBe(200);
    const reordered = { turn: Object.fromEntries(Object.entries(request.turn).reverse()), context: request.context };
    await post(TURNS, reordered);
    await post(TURNS, { ...request, turn: { ...request.turn, text: 'Another' } });
    const hashes = ((gateway.services.calls.createTurn ?? []) as CreateTurnRequest[]).map(({ threadId, turn }) => [
      threadId,
      Buffer.from(turn?.requestHash ?? []).toString('hex'),
    ]);
    expect(hashes[0]?.[0]).toBe(THREAD_ID);
    expect(hashes[1]).toEqual(hashes[0]);
    expect(hashes[2]?.[1]).not.toBe(hashes[0]?.[1]);
  });

  it.each([
    ['NOT_FOUND', 404],
    ['IDEMPOTENCY_CONFLICT', 409],
    ['REQUEST_IN_PROGRESS', 409],
    ['INVALID_REQUEST', 400],
    ['UNAVAILABLE', 503],
  ] as const)('passes %s on as %d', async (code, expected) => {
    await start({ chat: { createTurn: () => Promise.reject(new ServiceError(code, 'No.')) } });
    const { status, json, headers } = await post(TURNS, request);
    expect([status, json.error, headers['cache-control']]).toEqual([expected, code, 'no-store']);
  });

  it('that takes too long is UNAVAILABLE (T8.3)', async () => {
    await start({ chat: { createTurn: () => new Promise(() => {}) } });
    const { status, json, headers } = await post(TURNS, request);
    expect([status, json.error, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '1']);
  });

  it('a source sends 20 messages a minute, whatever the conversation (T8.1)', async () => {
    await start({}, { RATE_LIMITS: 'on' });
    const toTurns = (count: number) => `${THREADS}/${sha256(String(count)).toString('hex').slice(0, 22)}/turns`;
    for (let count = 0; count < 20; count += 1) expect((await post(toTurns(count), request)).status).toBe(200);
    const { status, json } = await post(toTurns(20), request);
    expect([status, json.error]).toEqual([429, 'RATE_LIMITED']);
    expect(json.message).toContain('messages from this address');
  });

  it('a source tries 60 unknown ids a minute, and a conversation has 30 messages in 10 minutes (T8.1)', async () => {
    const unknown = () => Promise.reject(new ServiceError('NOT_FOUND', 'No such conversation.'));
    await start(
      { chat: { getThread: unknown, createTurn: async () => ({ answer }) } },
      { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    );
    const from = (source: string) => ({ headers: { 'x-forwarded-for': source } });
    for (let count = 0; count < 60; count += 1) {
      const { status } = await gateway.ask(
        `${THREADS}/${sha256(String(count)).toString('hex').slice(0, 22)}`,
        from('192.0.2.1'),
      );
      expect(status).toBe(404);
    }
    expect((await gateway.ask(`${THREADS}/${THREAD_ID}`, from('192.0.2.1'))).status).toBe(429);
    const turns = [];
    for (let count = 0; count < 31; count += 1) {
      turns.push((await post(TURNS, request, from(`192.0.2.${100 + (count % 4)}`))).status);
    }
    expect(turns).toEqual([...Array(30).fill(200), 429]);
  });
});

describe('a conversation (docs/chat.md T7)', () => {
  it('is read with its messages; a product that is gone has no card (T7.8)', async () => {
    const [question, answered] = chatThreadExample.messages;
    await start({
      chat: {
        getThread: async () => ({
          expireTime: new Date(chatThreadExample.expiresAt),
          messages: [
            { createTime: new Date(question?.createdAt ?? ''), text: question?.text, blocks: [] },
            { createTime: new Date(answered?.createdAt ?? ''), blocks: answer.blocks },
            {
              createTime: new Date(answered?.createdAt ?? ''),
              blocks: [
                { block: { $case: 'products', value: { items: [{ variantId: 'V1', card: undefined, reasons: [] }] } } },
              ],
            },
          ],
        }),
      },
    });
    const { status, json, headers } = await gateway.ask(`${THREADS}/${THREAD_ID}`);
    const gone = { type: 'products', items: [{ variantId: 'V1', card: null, reasons: [] }] };
    const last = { createdAt: answered?.createdAt, blocks: [gone] };
    expect([status, json]).toEqual([200, { ...chatThreadExample, messages: [...chatThreadExample.messages, last] }]);
    expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-store', 'noindex']);
  });

  it('is deleted with 204', async () => {
    await start({ chat: { deleteThread: async () => ({}) } });
    const { status, text: body } = await gateway.ask(`${THREADS}/${THREAD_ID}`, { method: 'DELETE' });
    expect([status, body]).toEqual([204, '']);
    expect(gateway.services.calls.deleteThread).toEqual([{ threadId: THREAD_ID }]);
  });

  it('may be asked for by every page: preflights answer without a service', async () => {
    await start();
    for (const [path, methods] of [
      [THREADS, 'POST, OPTIONS'],
      [TURNS, 'POST, OPTIONS'],
      [`${THREADS}/${THREAD_ID}`, 'GET, HEAD, DELETE, OPTIONS'],
    ] as const) {
      const { status, headers } = await gateway.ask(path, { method: 'OPTIONS' });
      expect([status, headers['access-control-allow-methods']]).toEqual([204, methods]);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    expect(gateway.services.calls).toEqual({});
  });

  it('is in no search engine, whatever the answer is (T7.6)', async () => {
    const fail = (code: 'NOT_FOUND' | 'REQUEST_IN_PROGRESS' | 'UNAVAILABLE') => () =>
      Promise.reject(new ServiceError(code, 'No.'));
    await start(
      {
        chat: {
          createThread: async () => ({ answer }),
          createTurn: fail('REQUEST_IN_PROGRESS'),
          getThread: fail('NOT_FOUND'),
          deleteThread: fail('UNAVAILABLE'),
        },
      },
      { RATE_LIMITS: 'on' },
    );
    const thread = `${THREADS}/${THREAD_ID}`;
    const answers = [
      await gateway.ask(TURNS, { method: 'OPTIONS' }),
      await post(THREADS, {}),
      await gateway.ask(thread),
      await gateway.ask('/api/chat/v1/nothing'),
      await gateway.ask(THREADS, { method: 'PUT' }),
      await post(TURNS, request),
      await post(THREADS, 'x'.repeat(8_193)),
      await post(THREADS, request, { headers: { 'content-type': 'image/png' } }),
      await gateway.ask(thread, { method: 'DELETE' }),
    ];
    for (let count = 0; count < 21; count += 1) answers.push(await post(THREADS, request));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([
      ...[204, 400, 404, 405, 409, 413, 415, 503, 201, 429],
    ]);
    expect(answers.filter(({ headers }) => headers['x-robots-tag'] !== 'noindex')).toEqual([]);
  });

  it('ids, texts and bodies are not in the log', async () => {
    await start();
    await post(TURNS, { ...request, turn: { ...request.turn, text: 'marker-text' } });
    const lines = JSON.stringify(gateway.logs);
    for (const secret of [THREAD_ID, 'marker-text', request.context.analysisId]) expect(lines).not.toContain(secret);
  });
});
