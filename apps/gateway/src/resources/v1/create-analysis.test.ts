import { generateApiKey, hashApiKey, ServiceError } from '@svc/kit';
import type { CreateAnalysisRequest } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Ask, startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const KEY = generateApiKey();
const PATH = '/api/v1/analyses';
const STORED = '{"id":"a","funnelVersionId":"v","isPreview":false}';

const start = async (answer: () => { replayed: boolean } = () => ({ replayed: false })) => {
  gateway = await startGateway({
    handlers: { analysis: { createAnalysis: async () => ({ body: Buffer.from(STORED), ...answer() }) } },
  });
  return gateway;
};

const post = (body: unknown, { headers = {}, ...options }: Ask & { path?: string } = {}) =>
  gateway.ask(options.path ?? PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    ...options,
  });

const sent = () => (gateway.services.calls.createAnalysis ?? []) as CreateAnalysisRequest[];

describe('POST /api/v1/analyses', () => {
  it('passes hash, funnel, version, key and body on, and answers with the stored bytes. C3.5, C8.11', async () => {
    await start();
    const body = { funnelId: 'f', createdWithVersionId: 'v', hairColor: 'RED', selectionValues: [] };
    const answer = await post(body, { headers: { 'idempotency-key': 'k 1' } });
    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, STORED, 'no-store']);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    const [request] = sent();
    expect(request).toMatchObject({
      apiKeyHash: hashApiKey(KEY),
      funnelId: 'f',
      createdWithVersionId: 'v',
      idempotencyKey: 'k 1',
    });
    expect(JSON.parse(String(request?.bodyJson))).toEqual(body);
  });

  it('removes unknown fields from the body; their warnings and, with a key, their digest are sent instead', async () => {
    await start();
    const field = 'x'.repeat(60);
    for (const [large, headers] of [
      ['a', {}],
      ['a', { 'idempotency-key': 'k' }],
      ['b', { 'idempotency-key': 'k' }],
    ] as const) {
      await post({ funnelId: 'f', hairColor: 'RED', [field]: large.repeat(1_000_000) }, { headers });
    }
    expect(sent().map(({ bodyJson }) => String(bodyJson))).toEqual(Array(3).fill('{"funnelId":"f","hairColor":"RED"}'));
    const warnings = [`${field} is not a known field and was ignored.`];
    expect(sent().map(({ ignored }) => ignored?.warnings)).toEqual(Array(3).fill(warnings));
    const [none, one, other] = sent().map(({ ignored }) => ignored?.digest?.toString('hex'));
    expect([none, one?.length, one === other]).toEqual([undefined, 64, false]);
  });

  it('10,000 unknown fields with long names are two bounded warnings', async () => {
    await start();
    const fields = Array.from({ length: 9_000 }, (_, index) => [`${index % 2 ? 'f' : '-'.repeat(300)}${index}`, index]);
    await post({ funnelId: 'f', ...Object.fromEntries(fields) });
    const { warnings = [] } = sent()[0]?.ignored ?? {};
    expect(warnings.length).toBeLessThan(25);
    expect(warnings.join('').length).toBeLessThan(4_000);
    expect(warnings).toContain('… and 4480 more fields are not known and were ignored.');
  });

  it('sends the selfie as bytes and not in the body', async () => {
    await start();
    await post({ funnelId: 'f', selfie: 'data:image/webp;base64,AQID' });
    const [request] = sent();
    expect(request?.selfie).toEqual({ data: Buffer.from([1, 2, 3]), declaredType: 'webp' });
    expect(String(request?.bodyJson)).toBe('{"funnelId":"f"}');
  });

  it('says when the answer is a replay. docs/contract.md C10.3', async () => {
    await start(() => ({ replayed: true }));
    expect((await post({ funnelId: 'f' })).headers['idempotent-replayed']).toBe('true');
  });

  it('REQUEST_IN_PROGRESS has Retry-After: 2. docs/contract.md C10.5, C18.1', async () => {
    await start(() => {
      throw new ServiceError('REQUEST_IN_PROGRESS', 'Wait.');
    });
    const { status, json, headers } = await post({ funnelId: 'f' });
    expect([status, json.error, headers['retry-after']]).toEqual([409, 'REQUEST_IN_PROGRESS', '2']);
  });

  it.each([
    ['INVALID_SELFIE', 400],
    ['VERSION_NOT_FOUND', 400],
    ['UNAUTHORIZED', 401],
    ['API_KEY_EXPIRED', 401],
    ['NOT_FOUND', 404],
    ['FUNNEL_NOT_PUBLISHED', 409],
    ['IDEMPOTENCY_CONFLICT', 409],
  ] as const)('%s of the service is %i. docs/contract.md C4.4', async (code, status) => {
    await start(() => {
      throw new ServiceError(code, 'Why.');
    });
    const { json, ...answer } = await post({ funnelId: 'f' });
    expect([answer.status, json.error, answer.headers['cache-control']]).toEqual([status, code, 'no-store']);
  });

  it.each([
    ['an empty body', '', 'INVALID_JSON'],
    ['an array', '[]', 'INVALID_JSON'],
    ['null', 'null', 'INVALID_JSON'],
    ['text that is not JSON', '{', 'INVALID_JSON'],
    ['no funnelId', '{}', 'INVALID_REQUEST'],
    ['a caller-chosen id', '{"funnelId":"f","id":"x"}', 'INVALID_REQUEST'],
    ['include_webhook_payload', '{"funnelId":"f","include_webhook_payload":true}', 'INVALID_REQUEST'],
    ['a selfie that is no data URL', '{"funnelId":"f","selfie":"x"}', 'INVALID_SELFIE'],
  ])('%s is refused without asking a service. docs/contract.md C4.4', async (_name, body, code) => {
    const { services } = await start();
    const { status, json, headers } = await post(body);
    expect([status, json.error, headers['cache-control']]).toEqual([400, code, 'no-store']);
    expect(services.calls).toEqual({});
  });

  it('include_webhook_payload in the query is INVALID_REQUEST; other keys do not matter. C9.2', async () => {
    await start();
    const flagged = await post({ funnelId: 'f' }, { path: `${PATH}?include_webhook_payload=true` });
    expect(flagged.json.error).toBe('INVALID_REQUEST');
    expect((await post({ funnelId: 'f' }, { path: `${PATH}?utm_source=x` })).status).toBe(200);
  });

  it.each<Record<string, string>>([{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }])(
    'another type or encoding is 415: %j. Contract; docs/reliability.md R7.2',
    async (headers) => {
      await start();
      const { status, json } = await post({ funnelId: 'f' }, { headers });
      expect([status, json.error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  it.each(['', 'x'.repeat(256), ['a', 'b']])('Idempotency-Key %j is INVALID_REQUEST', async (key) => {
    await start();
    expect((await post({ funnelId: 'f' }, { headers: { 'idempotency-key': key } })).json.error).toBe('INVALID_REQUEST');
  });

  it('without a well-formed key it is 401 before the body is read. C5.1', async () => {
    await start();
    expect((await post('{', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });

  it('OPTIONS and other methods', async () => {
    const { ask } = await start();
    expect((await ask(PATH, { method: 'OPTIONS' })).headers['access-control-allow-methods']).toBe('POST, OPTIONS');
    const { status, headers } = await ask(PATH);
    expect([status, headers.allow]).toEqual([405, 'OPTIONS, POST']);
  });
});
