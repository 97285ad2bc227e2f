import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@svc/kit';
import { scaleTimeout } from '@svc/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { WARM_MS } from '../../match/match-cache-policy.js';
import { ANALYSIS_ID, MATCHES, matchingFakes, matchingInput } from '../../testing/fixtures.js';
import { repeatWhileSlow } from '../../testing/repeat-while-slow.js';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const start = async (options: Parameters<typeof startGateway>[0] = {}) => {
  gateway = await startGateway({ handlers: matchingFakes(), ...options });
  return gateway;
};
const getCalls = (method: string) => gateway.services.calls[method] ?? [];

const CACHEABLE = 'public, max-age=900, s-maxage=600, stale-while-revalidate=300';

describe('GET /api/v1/analyses/:id/matches', () => {
  it("answers with the matcher's bytes and may be cached by browsers and CDNs. docs/contract.md C11, C13.1; docs/reliability.md R8.1", async () => {
    const { ask } = await start();
    const answer = await ask(MATCHES);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"matchedVariants":["V1","V2"]}');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': CACHEABLE,
      'cdn-cache-control': 'public, max-age=600, stale-while-revalidate=300',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
  });

  it('calls the matcher with the analysis and the parsed query', async () => {
    const { ask } = await start();
    await ask(`${MATCHES}?variantId=b&variantId=a&variantId=b&productId=P&resultPage=true&locale=de`);
    expect(getCalls('matchVariants')).toMatchObject([
      {
        input: { companyId: 'company-1' },
        variantIds: ['b', 'a'],
        productIds: ['P'],
        resultPage: true,
        locale: 'de',
      },
    ]);
  });

  it('needs no key and reads none: the analysis id is the capability. docs/contract.md C11.1, C13.4', async () => {
    const { ask } = await start();
    expect((await ask(MATCHES, { headers: { authorization: 'Bearer nonsense', cookie: 'a=b' } })).status).toBe(200);
  });

  it('returns the same CORS headers for every origin and without one, and never Vary: Origin. docs/reliability.md R7.7; docs/contract.md C13.4', async () => {
    const { ask } = await start();
    const origins = [undefined, 'https://a.example', 'https://b.example', 'null', 'http://localhost', 'x'];
    const statuses = new Set<number>();
    const seen = await Promise.all(
      [MATCHES, `${MATCHES}?foo=1`, '/api/v1/analyses/unknown/matches'].flatMap((path) =>
        origins.map(async (origin) => {
          const { status, headers } = await ask(path, { headers: origin === undefined ? {} : { origin } });
          statuses.add(status);
          expect(headers).toHaveProperty('access-control-allow-origin', '*');
          expect(headers).not.toHaveProperty('vary');
          expect(headers).not.toHaveProperty('access-control-allow-credentials');
          return JSON.stringify(Object.entries(headers).filter(([name]) => name.startsWith('access-control')));
        }),
      ),
    );
    expect(new Set(seen).size).toBe(1);
    expect(statuses).toEqual(new Set([200, 400, 404]));
  });

  it('serves a preview without any cache and without an ETag. docs/contract.md C11.14, C13.3', async () => {
    const { ask } = await start({ handlers: matchingFakes(matchingInput({ isPreview: true })) });
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(MATCHES, { method, headers: { 'if-none-match': '*' } });
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('cdn-cache-control');
    }
    await ask(MATCHES);
    expect(getCalls('matchVariants')).toHaveLength(2);
  });

  it.each([
    ['an unknown id', 'unknownunknownunknown0'],
    ['an id with odd characters', 'a.b'],
    ['a NUL', '%00'],
    ['broken encoding', '%zz'],
    ['an id that is too long', 'x'.repeat(65)],
  ])('%s is the same 404. docs/contract.md C11.11, C13.3; docs/reliability.md R0.10', async (_name, id) => {
    const { ask } = await start();
    const { status, json, headers } = await ask(`/api/v1/analyses/${id}/matches`);
    expect([status, json.error, json.message]).toEqual([404, 'NOT_FOUND', 'No analysis with this id.']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
  });

  it.each(['GET', 'HEAD'])(
    'a malformed id causes the same calls as an unknown one, so that both take the same time; %s. docs/reliability.md R3.2',
    async (method) => {
      const { ask } = await start();
      for (const id of ['unknownunknownunknown0', 'a.b', '%00', '%zz', 'x'.repeat(65)]) {
        const before = getCalls('getMatchingInput').length;
        await ask(`/api/v1/analyses/${id}/matches`, { method });
        expect(getCalls('getMatchingInput').length - before).toBe(1);
      }
      expect(JSON.stringify(getCalls('getMatchingInput'))).not.toMatch(/a\.b|%|xxxx|\\u0000/);
    },
  );

  it.each([
    ['GET', false],
    ['GET', true],
    ['HEAD', false],
    ['HEAD', true],
  ])('%s of an analysis whose funnel was archived is the same 404; preview: %s. C11.11', async (method, isPreview) => {
    const { ask, services } = await start({ handlers: matchingFakes(matchingInput({ isPreview })) });
    const gone = async () => {
      throw new ServiceError('NOT_FOUND', 'The funnel is archived.');
    };
    services.handlers.matcher.matchVariants = gone;
    services.handlers.matcher.getMatchingState = gone;
    const { status, json } = await ask(MATCHES, { method });
    expect([status, json.message]).toEqual([404, method === 'GET' ? 'No analysis with this id.' : undefined]);
  });

  it('checks the length, then the query, then the analysis. docs/contract.md C11.8', async () => {
    const { ask } = await start();
    const unknown = '/api/v1/analyses/unknown/matches';
    expect((await ask(`${unknown}?foo=${'x'.repeat(8189)}`)).json.error).toBe('URI_TOO_LONG');
    expect((await ask(`${unknown}?foo=1`)).json.error).toBe('INVALID_QUERY');
    expect((await ask(unknown)).json.error).toBe('NOT_FOUND');
  });

  it.each([8_193, 20_000, 60_000])(
    'a query of %i bytes is 414 with JSON, CORS and no-store. docs/reliability.md R7.3',
    async (bytes) => {
      const { ask } = await start();
      const { status, json, headers } = await ask(`${MATCHES}?${'x'.repeat(bytes)}`);
      expect([status, json.error]).toEqual([414, 'URI_TOO_LONG']);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    },
  );

  it('a query of 8,192 bytes is matched. docs/contract.md C11.8, C18.1', async () => {
    const { ask } = await start();
    const id = (i: number) => `productId=${i}${'x'.repeat(240)}&`;
    const query = Array.from({ length: 32 }, (_, i) => id(i)).join('');
    expect((await ask(`${MATCHES}?${query}${'&'.repeat(8192 - query.length)}`)).status).toBe(200);
  });

  it.each([
    ['MATCHING_SCOPE_TOO_LARGE', 422],
    ['MATCHING_RESPONSE_TOO_LARGE', 422],
  ] as const)('%s of the matcher is %i, never cached. docs/contract.md C11.9, C18.1, C13.3', async (code, status) => {
    const { ask, services } = await start();
    services.handlers.matcher.matchVariants = async () => {
      throw new ServiceError(code, 'Too large.');
    };
    const answer = await ask(MATCHES);
    expect([answer.status, answer.json.error]).toEqual([status, code]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it('a response over 1 MiB is MATCHING_RESPONSE_TOO_LARGE, even if the matcher sends it. C11.9', async () => {
    const { ask, services } = await start();
    const body = Buffer.from(`{"matchedVariants":["${'x'.repeat(1024 * 1024)}"]}`);
    services.handlers.matcher.matchVariants = async () => ({ body, state: 's' });
    expect((await ask(MATCHES)).json.error).toBe('MATCHING_RESPONSE_TOO_LARGE');
  });
});

describe('a matcher that fails is MATCHER_FAILURE, never an empty list. docs/contract.md C11.10', () => {
  const expectFailure = async () => {
    const { status, json, headers } = await gateway.ask(MATCHES);
    expect([status, json.error]).toEqual([503, 'MATCHER_FAILURE']);
    expect(headers).toMatchObject({
      'retry-after': '1',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
  };

  it('when it is down', async () => {
    await start();
    await gateway.services.servers.matcher.stop();
    await expectFailure();
  });

  it('when it is frozen: after 2.5 s, not before and not much later. docs/reliability.md R7.11', async () => {
    await start();
    gateway.services.handlers.matcher.matchVariants = () => new Promise(() => {});
    const startedAt = performance.now();
    await expectFailure();
    const ms = performance.now() - startedAt;
    expect(ms).toBeGreaterThan(2_300);
    expect(ms).toBeLessThan(scaleTimeout(2_800));
  });

  it.each(['', '{}', '[]', 'null', '{"matchedVariants":', '{"error":"x"}'])('when it answers %j', async (body) => {
    await start();
    gateway.services.handlers.matcher.matchVariants = async () => ({ body: Buffer.from(body), state: 's' });
    await expectFailure();
  });

  it('when it has a bug, whose message is not shown', async () => {
    await start();
    gateway.services.handlers.matcher.matchVariants = async () => {
      throw new Error('select secret from table');
    };
    await expectFailure();
    expect((await gateway.ask(MATCHES)).text).not.toContain('secret');
  });

  it('and when the analysis cannot be read', async () => {
    await start();
    await gateway.services.servers.analysis.stop();
    await expectFailure();
  });

  it('nothing suitable is 200 with an empty list', async () => {
    await start();
    const body = Buffer.from('{"matchedVariants":[]}');
    gateway.services.handlers.matcher.matchVariants = async () => ({ body, state: 's' });
    const { status, text } = await gateway.ask(MATCHES);
    expect([status, text]).toEqual([200, '{"matchedVariants":[]}']);
  });
});

describe('conditional requests. docs/contract.md C11', () => {
  it('a current ETag gives 304 with the same caching headers and no body, cold and warm. docs/contract.md C13.2', async () => {
    const expectUnchanged = async (etag: string | undefined) => {
      const answer = await gateway.ask(MATCHES, { headers: { 'if-none-match': `W/${etag}` } });
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(answer.headers).toMatchObject({ etag, 'cache-control': CACHEABLE });
      expect(answer.headers).not.toHaveProperty('content-type');
    };
    let etag: string | undefined;
    await repeatWhileSlow(WARM_MS, {
      async act() {
        const { ask } = await start();
        ({ etag } = (await ask(MATCHES)).headers);
        await expectUnchanged(etag);
        expect(getCalls('matchVariants')).toHaveLength(1);
      },
      stop: () => gateway.stop(),
    });
    await delay(600);
    await expectUnchanged(etag);
    expect(getCalls('matchVariants')).toHaveLength(2);
  });

  it('another state, query or analysis has another ETag. docs/contract.md C13.2', async () => {
    const { ask, services } = await start();
    const tags = [(await ask(MATCHES)).headers.etag, (await ask(`${MATCHES}?variantId=V1`)).headers.etag];
    services.handlers.analysis.getMatchingInput = async () => ({ input: matchingInput() });
    tags.push((await ask(MATCHES.replace(ANALYSIS_ID, ANALYSIS_ID.replace('5', '6')))).headers.etag);
    services.handlers.matcher.getMatchingState = async () => ({ state: 'state-2' });
    tags.push((await ask(MATCHES, { method: 'HEAD' })).headers.etag);
    expect(new Set(tags).size).toBe(4);
  });

  it('the order of keys does not count, the order of ids does. docs/reliability.md R8.1', async () => {
    const { ask } = await start();
    const etag = async (query: string) => (await ask(`${MATCHES}?${query}`)).headers.etag;
    expect(await etag('variantId=a&locale=de')).toBe(await etag('locale=de&variantId=a&variantId=a'));
    expect(await etag('variantId=a&variantId=b')).not.toBe(await etag('variantId=b&variantId=a'));
  });
});

describe('HEAD …/matches', () => {
  it('has the caching headers of GET and never runs the matcher. docs/contract.md C11.13, C13.1, C13.2; docs/reliability.md R7.8, R0.10', async () => {
    const { ask } = await start();
    const head = await ask(`${MATCHES}?variantId=V1`, { method: 'HEAD' });
    expect(getCalls('matchVariants')).toEqual([]);
    const get = await ask(`${MATCHES}?variantId=V1`);
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['cache-control', 'cdn-cache-control', 'etag', 'content-type', 'access-control-allow-origin']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
    expect(head.headers).not.toHaveProperty('content-length');
  });

  it.each([
    ['?foo=1', 400],
    [`?${'x'.repeat(8193)}`, 414],
  ])('checks the query: %.10s', async (query, status) => {
    const { ask } = await start();
    expect((await ask(MATCHES + query, { method: 'HEAD' })).status).toBe(status);
  });

  it('checks the analysis', async () => {
    const { ask } = await start();
    expect((await ask('/api/v1/analyses/unknown/matches', { method: 'HEAD' })).status).toBe(404);
  });

  it('is 404 like GET when the funnel was archived, for previews too', async () => {
    for (const isPreview of [false, true]) {
      const { ask, services } = await start();
      services.handlers.analysis.getMatchingInput = async () => ({ input: matchingInput({ isPreview }) });
      services.handlers.matcher.getMatchingState = async () => {
        throw new ServiceError('NOT_FOUND', 'No analysis with this id.');
      };
      expect((await ask(MATCHES, { method: 'HEAD' })).status).toBe(404);
    }
  });

  it('works during an outage of the matcher, with the ETag of the last answers if it is known', async () => {
    const { ask, services } = await start();
    const { headers } = await ask(MATCHES);
    await services.servers.matcher.stop();
    const known = await ask(MATCHES, { method: 'HEAD' });
    expect([known.status, known.headers.etag]).toEqual([200, headers.etag]);
  });

  it('works while the matcher is down and nothing is known yet: then without an ETag', async () => {
    const { ask, services } = await start();
    await services.servers.matcher.stop();
    const { status, headers } = await ask(MATCHES, { method: 'HEAD' });
    expect([status, headers['cache-control'], headers.etag]).toEqual([200, CACHEABLE, undefined]);
  });

  it('gives 304 for a current ETag. docs/contract.md C13.2', async () => {
    const { ask } = await start();
    const { etag } = (await ask(MATCHES)).headers;
    const answer = await ask(MATCHES, { method: 'HEAD', headers: { 'if-none-match': etag as string } });
    expect(answer.status).toBe(304);
  });
});

describe('other methods on …/matches', () => {
  it('OPTIONS answers 204 with the CORS headers and touches nothing. docs/contract.md C11', async () => {
    const { ask, services } = await start();
    const { status, headers } = await ask(MATCHES, { method: 'OPTIONS', headers: { origin: 'https://a.example' } });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    });
    expect(services.calls).toEqual({});
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s is 405 and says what is possible. docs/contract.md C11',
    async (method) => {
      const { ask } = await start();
      const { status, json, headers } = await ask(MATCHES, { method });
      expect([status, json.error]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      });
    },
  );
});

describe('logs', () => {
  it('hold the start of the id’s hash, never the id, its query or a key. docs/contract.md C11.1; docs/reliability.md R2.7, R3.3', async () => {
    const { ask, logs } = await start({ logLevel: 'debug' });
    await ask(`${MATCHES}?variantId=SECRET-VARIANT`);
    await ask(`${MATCHES}?variantId=SECRET-VARIANT`, { headers: { authorization: 'Bearer SECRET-KEY' } });
    const text = JSON.stringify(logs);
    expect(logs).toHaveLength(2);
    expect(text).toContain('"analysis":"');
    for (const secret of [ANALYSIS_ID, 'SECRET-VARIANT', 'SECRET-KEY']) expect(text).not.toContain(secret);
  });
});
