import { ServiceError, sha256 } from '@svc/kit';
import type { SubmitAnalysisRequest } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Ask, startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const PATH = '/api/analyses';
const HOST = 'beauty.svc.test';
const SHOP = 'https://shop.example';
const STORED = '{"id":"a","webhook_payload":{"action":"Analysis Completed"}}';

const page = (domains = ['shop.example']) => ({
  companyId: 'c',
  funnelId: 'f',
  domains,
  paused: false,
  pageJson: Buffer.from('{}'),
});

async function start(
  options: { env?: Record<string, string>; submit?: () => { replayed: boolean }; page?: () => object } = {},
) {
  gateway = await startGateway({
    handlers: {
      submission: {
        submitAnalysis: async () => ({
          body: Buffer.from(STORED),
          ...(options.submit ?? (() => ({ replayed: false })))(),
        }),
      },
      funnelPages: { getFunnelPage: async () => (options.page ?? page)() as ReturnType<typeof page> },
    },
    ...(options.env ? { env: options.env } : {}),
  });
  return gateway;
}

const post = (body: unknown, { headers = {}, ...options }: Ask & { path?: string } = {}) =>
  gateway.ask(options.path ?? PATH, {
    method: 'POST',
    host: HOST,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    ...options,
  });
const sent = () => (gateway.services.calls.submitAnalysis ?? []) as SubmitAnalysisRequest[];
const asked = () => (gateway.services.calls.getFunnelPage ?? []).length;

describe('POST /api/analyses on a funnel host. docs/contract.md C14', () => {
  it('names the stored visitor, and refuses what no browser makes (docs/insight.md N20.2)', async () => {
    await start();
    const submit = (visitorId: string) => post({ hairColor: 'RED' }, { path: `${PATH}?visitorId=${visitorId}` });
    expect((await submit('k3J9-x2Lw0Pq7_ZtRb5Y')).status).toBe(200);
    for (const visitorId of ['', 'short', 'ada%40example.com-0123456']) {
      const { status, json } = await submit(visitorId);
      expect([status, json.error, json.message]).toEqual([400, 'INVALID_QUERY', expect.stringContaining('must be')]);
    }
    expect(sent().map((request) => request.visitorId)).toEqual(['k3J9-x2Lw0Pq7_ZtRb5Y']);
  });

  it('needs no key: the host says which funnel; the stored bytes are the answer. docs/contract.md C1.5, C14.1', async () => {
    await start();
    const body = { hairColor: 'RED', funnelId: 'not read', include_webhook_payload: true };
    const answer = await post(body, { headers: { 'idempotency-key': 'k 1' } });
    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, STORED, 'no-store']);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    const [request] = sent();
    expect(request).toMatchObject({
      host: { name: { $case: 'subdomain', value: 'beauty' } },
      idempotencyKey: 'k 1',
      pageOrigin: 'https://beauty.svc.test:8080',
      includeWebhookPayload: false,
    });
    expect(request?.createdWithVersionId).toBeUndefined();
    // What only v1 or the query knows is not sent on; its warnings are.
    expect(JSON.parse(String(request?.bodyJson))).toEqual({ hairColor: 'RED' });
    expect(request?.ignored).toEqual({
      warnings: ['funnelId', 'include_webhook_payload'].map(
        (field) => `${field} is not a known field and was ignored.`,
      ),
      digest: sha256('{"funnelId":"not read","include_webhook_payload":true}'),
    });
  });

  it('accepts the own host of a funnel in any letter case and with any port; PUBLIC_SCHEME is part of the page’s address', async () => {
    await start({ env: { PUBLIC_SCHEME: 'http' } });
    await post({}, { host: 'Quiz.Glow.example:8080' });
    expect(sent()).toMatchObject([
      { host: { name: { $case: 'host', value: 'quiz.glow.example' } }, pageOrigin: 'http://quiz.glow.example' },
    ]);
  });

  it('include_webhook_payload and versionId are read from the query; other keys are ignored (docs/contract.md C14.3)', async () => {
    await start();
    for (const [query, expected] of [
      ['?include_webhook_payload=true&utm_source=x', { includeWebhookPayload: true }],
      ['?include_webhook_payload=false', { includeWebhookPayload: false }],
      ['?versionId=v-1', { createdWithVersionId: 'v-1' }],
      // What no version is called takes the way of an unknown one.
      ['?versionId=', { createdWithVersionId: '-' }],
      ['?versionId=%00', { createdWithVersionId: '-' }],
    ] as const) {
      expect((await post({}, { path: PATH + query })).status).toBe(200);
      expect(sent().at(-1)).toMatchObject(expected);
    }
  });

  it.each([
    'include_webhook_payload',
    'include_webhook_payload=',
    'include_webhook_payload=1',
    'include_webhook_payload=TRUE',
    'include_webhook_payload=true&include_webhook_payload=true',
    'versionId=a&versionId=b',
  ])('?%s is 400 INVALID_QUERY, as resultPage of a match (docs/contract.md C14.3)', async (query) => {
    await start();
    const { status, json } = await post({}, { path: `${PATH}?${query}` });
    expect([status, json.error, sent()]).toEqual([400, 'INVALID_QUERY', []]);
  });

  it('sends the selfie as bytes and not in the body', async () => {
    await start();
    await post({ selfie: 'data:image/webp;base64,AQID', source: 's' });
    expect(sent()[0]?.selfie).toEqual({ data: Buffer.from([1, 2, 3]), declaredType: 'webp' });
    expect(String(sent()[0]?.bodyJson)).toBe('{"source":"s"}');
  });

  it('says when the answer is a replay', async () => {
    await start({ submit: () => ({ replayed: true }) });
    expect((await post({})).headers['idempotent-replayed']).toBe('true');
  });

  it.each([
    ['INVALID_SELFIE', 400],
    ['VERSION_NOT_FOUND', 400],
    ['NOT_FOUND', 404],
    ['FUNNEL_NOT_PUBLISHED', 409],
    ['FUNNEL_PAUSED', 409],
    ['IDEMPOTENCY_CONFLICT', 409],
    ['REQUEST_IN_PROGRESS', 409],
    ['UNAVAILABLE', 503],
  ] as const)('%s of the service is %i (docs/contract.md C14.2)', async (code, status) => {
    await start({
      submit: () => {
        throw new ServiceError(code, 'Why.');
      },
    });
    const { json, ...answer } = await post({});
    expect([answer.status, json.error, answer.headers['cache-control']]).toEqual([status, code, 'no-store']);
  });

  it.each([
    ['an empty body', '', 400, 'INVALID_JSON'],
    ['an array', '[]', 400, 'INVALID_JSON'],
    ['text that is not JSON', '{', 400, 'INVALID_JSON'],
    ['a caller-chosen id', '{"id":"x"}', 400, 'INVALID_REQUEST'],
    ['a calculated result', '{"colorType":"x"}', 400, 'INVALID_REQUEST'],
    ['a selfie that is no data URL', '{"selfie":"x"}', 400, 'INVALID_SELFIE'],
    ['more than 4 MiB', JSON.stringify({ source: 'x'.repeat(4 * 1024 * 1024) }), 413, 'REQUEST_TOO_LARGE'],
  ])(
    '%s is refused without asking a service, and pages of the company may read why (docs/contract.md C14.1)',
    async (_name, body, ...is) => {
      await start();
      const { status, json, headers } = await post(body, { headers: { origin: SHOP } });
      expect([status, json.error]).toEqual(is);
      expect(headers['access-control-allow-origin']).toBe(SHOP);
      expect(sent()).toEqual([]);
    },
  );

  it('another type or encoding is 415, an Idempotency-Key of 256 characters INVALID_REQUEST (docs/contract.md C14.1)', async () => {
    await start();
    expect((await post({}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await post({}, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    expect((await post({}, { headers: { 'idempotency-key': 'x'.repeat(256) } })).json.error).toBe('INVALID_REQUEST');
  });

  it('is on funnel hosts only, and takes POST and OPTIONS only', async () => {
    await start();
    for (const host of ['svc.test', 'dashboard.svc.test']) expect((await post({}, { host })).status).toBe(404);
    const { status, headers } = await gateway.ask(PATH, { host: HOST });
    expect([status, headers.allow]).toEqual([405, 'OPTIONS, POST']);
  });

  it('is limited per source; over the limit funnel-svc is not called, and pages of the company may read the error', async () => {
    await start({ env: { RATE_LIMITS: 'on' } });
    let answer = await post({}, { headers: { origin: SHOP } });
    const calls = asked();
    for (let count = 0; count < 200 && answer.status === 200; count += 1) answer = await post({});
    expect([answer.status, answer.json.error]).toEqual([429, 'RATE_LIMITED']);
    const limited = await post({}, { headers: { origin: SHOP } });
    expect([limited.status, limited.headers['access-control-allow-origin']]).toEqual([429, SHOP]);
    expect(limited.headers).toHaveProperty('retry-after');
    expect(asked()).toBe(calls);
  });
});

describe('CORS of POST /api/analyses: open to the company’s configured domains (docs/contract.md C14.9)', () => {
  const preflight = (origin: string | undefined, host = HOST) =>
    gateway.ask(PATH, { method: 'OPTIONS', host, ...(origin === undefined ? {} : { headers: { origin } }) });

  it('names the origin of the request if it is one of them, and never allows credentials', async () => {
    await start();
    for (const answer of [await post({}, { headers: { origin: SHOP } }), await preflight(SHOP)]) {
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': SHOP, vary: 'Origin' });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(answer.headers['access-control-expose-headers']).toBe('Idempotent-Replayed, Retry-After, X-Request-Id');
    }
  });

  it.each([undefined, 'null', 'https://evil.example', 'https://shop.example.evil.example', 'https://shop.example:444'])(
    'does not name %s; caches must know that it depends',
    async (origin) => {
      await start();
      const answers = [await post({}, { headers: origin === undefined ? {} : { origin } }), await preflight(origin)];
      expect(answers.map(({ status }) => status)).toEqual([200, 204]);
      for (const { headers } of answers) {
        expect(headers.vary).toBe('Origin');
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  it('OPTIONS allows POST with the headers of the route, and stores nothing', async () => {
    await start();
    const { status, headers, text } = await preflight(SHOP);
    expect([status, text, sent()]).toEqual([204, '', []]);
    expect(headers).toMatchObject({
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'Content-Type, Idempotency-Key, X-Request-Id',
    });
  });

  it('a host that no funnel has is 404 for OPTIONS too; a funnel without a version allows no origin', async () => {
    let code: 'NOT_FOUND' | 'FUNNEL_NOT_PUBLISHED' = 'NOT_FOUND';
    await start({
      page: () => {
        throw new ServiceError(code, 'Why.');
      },
    });
    expect((await preflight(SHOP)).status).toBe(404);
    code = 'FUNNEL_NOT_PUBLISHED';
    const { status, headers } = await preflight(SHOP);
    expect([status, headers['access-control-allow-origin']]).toEqual([204, undefined]);
  });

  it('the page on the host itself needs no permission, so no service is called', async () => {
    await start();
    await post({}, { host: 'beauty.svc.test:8080', headers: { origin: 'http://beauty.svc.test:8080' } });
    expect(asked()).toBe(0);
  });

  it('a change of the domains shows within a second; while funnel-svc is down the last ones count', async () => {
    let domains = ['shop.example'];
    let isDown = false;
    await start({
      page: () => {
        if (isDown) throw new ServiceError('UNAVAILABLE', 'Down.');
        return page(domains);
      },
    });
    const allowed = async () => (await post({}, { headers: { origin: SHOP } })).headers['access-control-allow-origin'];
    expect(await allowed()).toBe(SHOP);
    domains = [];
    await expect.poll(allowed).toBeUndefined();
    domains = ['shop.example'];
    await expect.poll(allowed).toBe(SHOP);
    isDown = true;
    const calls = asked();
    await expect.poll(async () => (await allowed()) && asked() > calls).toBe(true);
    expect(await allowed()).toBe(SHOP);
  });
});
