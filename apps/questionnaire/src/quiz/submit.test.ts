import { describe, expect, it } from 'vitest';
import { type SubmitRequest, submit } from './submit.js';

const REQUEST: SubmitRequest = {
  versionId: 'v 1',
  body: '{"hairColor":"RED"}',
  hasSelfie: false,
  idempotencyKey: 'key-1',
};
type Reply = (() => Response) | Error;

const created = () => Response.json({ id: 'analysis-1', payload_warnings: ['a', 7] });
const error =
  (status: number, code: string, headers: HeadersInit = {}) =>
  () =>
    Response.json({ error: code, message: 'Why.', requestId: 'r-1' }, { status, headers });
const networkError = new TypeError('Failed to fetch');

/** Sends to a server that gives these replies, the last one again and again. */
async function send(replies: Reply[], given: { request?: Partial<SubmitRequest>; isOnline?: boolean } = {}) {
  const keys: string[] = [];
  const waits: number[] = [];
  const said: number[] = [];
  let asked: string | undefined;
  const outcome = await submit(
    { ...REQUEST, ...given.request },
    {
      fetch: async (input, init) => {
        asked = `${init?.method} ${input} ${init?.body}`;
        keys.push(new Headers(init?.headers).get('Idempotency-Key') ?? '');
        const reply = replies[Math.min(keys.length, replies.length) - 1] as Reply;
        if (reply instanceof Error) throw reply;
        return reply();
      },
      sleep: async (ms) => void waits.push(ms),
      onWait: (ms) => said.push(ms),
      isOnline: () => given.isOnline ?? true,
      renewKey: () => 'key-2',
    },
  );
  return { outcome, keys, waits, said, asked };
}

describe('submitting answers', () => {
  it('names the version that was answered, and gives the analysis', async () => {
    const { outcome, keys, asked } = await send([created]);
    expect(asked).toBe('POST /api/analyses?versionId=v%201 {"hairColor":"RED"}');
    expect([outcome, keys]).toEqual([{ kind: 'created', analysisId: 'analysis-1', warnings: ['a'] }, ['key-1']]);
  });

  it('names the test that assigned the version (docs/insight.md N13.9)', async () => {
    const { asked } = await send([created], { request: { experimentId: 'test 1' } });
    expect(asked).toContain('/api/analyses?versionId=v%201&experiment=test%201 ');
  });

  it('names the stored visitor, if there is one (docs/insight.md N20.2)', async () => {
    const { asked } = await send([created], { request: { visitorId: 'k3J9-x2Lw0Pq7_ZtRb5Y' } });
    expect(asked).toContain('/api/analyses?versionId=v%201&visitorId=k3J9-x2Lw0Pq7_ZtRb5Y ');
  });

  it.each([
    ['the connection breaks', networkError],
    ['the service is in trouble', error(503, 'UNAVAILABLE')],
    ['a proxy answers for it', () => new Response('<h1>Bad gateway', { status: 502 })],
  ] as const)('is retried once when %s, with the same key, so that it is stored once', async (_when, reply) => {
    const { outcome, keys } = await send([reply, created]);
    expect([outcome.kind, keys]).toEqual(['created', ['key-1', 'key-1']]);
    const twice = await send([reply, reply, created]);
    expect([twice.outcome, twice.keys.length]).toMatchObject([{ kind: 'failed', reason: 'failed' }, 2]);
  });

  describe.each([
    [429, 'RATE_LIMITED', 'busy'],
    [503, 'UNAVAILABLE', 'failed'],
  ] as const)(
    'when the service answers %i with Retry-After (docs/questionnaire.md "When the service asks to wait")',
    (status, code, reason) => {
      const ask = (seconds: string) => error(status, code, { 'Retry-After': seconds });

      it('waits as long as it asks, says so, and sends the same answers with the same key', async () => {
        const { outcome, keys, waits, said } = await send([ask('8'), ask('30'), created]);
        expect([outcome.kind, waits, said]).toEqual(['created', [8_000, 30_000], [8_000, 0, 30_000, 0]]);
        expect(keys).toEqual(['key-1', 'key-1', 'key-1']);
      });

      it('waits twice at most', async () => {
        const { outcome, keys } = await send([ask('8')]);
        expect([outcome, keys.length]).toEqual([{ kind: 'failed', reason, requestId: 'r-1', waitS: 8 }, 3]);
      });

      it('reports a wait of more than 30 s immediately, and does not try before', async () => {
        const { outcome, keys, waits } = await send([ask('31'), created]);
        expect([outcome, keys.length, waits]).toEqual([{ kind: 'failed', reason, requestId: 'r-1', waitS: 31 }, 1, []]);
      });
    },
  );

  it('a time that cannot be read counts as none', async () => {
    expect((await send([error(503, 'UNAVAILABLE', { 'Retry-After': 'soon' }), created])).waits).toEqual([1_000]);
    const { outcome, keys } = await send([error(429, 'RATE_LIMITED', { 'Retry-After': 'soon' })]);
    expect([outcome, keys.length]).toMatchObject([{ reason: 'busy' }, 1]);
  });

  it('waits for the answer that another request is still making', async () => {
    const busy = error(409, 'REQUEST_IN_PROGRESS', { 'Retry-After': '2' });
    const { outcome, keys, waits } = await send([busy, busy, created]);
    expect([outcome.kind, new Set(keys), waits]).toEqual(['created', new Set(['key-1']), [2_000, 2_000]]);
    expect((await send([busy])).outcome).toEqual({ kind: 'failed', reason: 'timeout', requestId: 'r-1' });
  });

  it('takes another key, once, when the first was taken by other answers', async () => {
    const conflict = error(409, 'IDEMPOTENCY_CONFLICT');
    expect((await send([conflict, created])).keys).toEqual(['key-1', 'key-2']);
    expect((await send([conflict])).outcome).toMatchObject({ kind: 'failed', reason: 'refused' });
  });

  it.each([
    ['FUNNEL_PAUSED', 409, 'paused'],
    ['VERSION_NOT_FOUND', 400, 'changed'],
    ['NOT_FOUND', 404, 'gone'],
    ['FUNNEL_NOT_PUBLISHED', 409, 'gone'],
    ['INVALID_SELFIE', 400, 'selfie'],
    ['RATE_LIMITED', 429, 'busy'],
    ['REQUEST_TOO_LARGE', 413, 'refused'],
    ['INVALID_REQUEST', 400, 'refused'],
  ])('%s is reported immediately, with the reference for support', async (code, status, reason) => {
    const { outcome, keys } = await send([error(status, code)]);
    expect([outcome, keys.length]).toEqual([{ kind: 'failed', reason, requestId: 'r-1' }, 1]);
  });

  it('too large with a picture is about the picture', async () => {
    const { outcome } = await send([error(413, 'REQUEST_TOO_LARGE')], { request: { hasSelfie: true } });
    expect(outcome).toMatchObject({ reason: 'selfie' });
  });

  it('says that there is no connection, and that it took too long', async () => {
    expect((await send([networkError], { isOnline: false })).outcome).toMatchObject({ reason: 'offline' });
    const timeout = new DOMException('Too long.', 'TimeoutError');
    expect((await send([timeout])).outcome).toMatchObject({ reason: 'timeout' });
  });

  it('an answer without an id is a failure, not a result', async () => {
    expect((await send([() => Response.json({})])).outcome).toMatchObject({ kind: 'failed', reason: 'failed' });
    expect((await send([() => new Response('<html>')])).outcome).toMatchObject({ kind: 'failed', reason: 'failed' });
  });
});
