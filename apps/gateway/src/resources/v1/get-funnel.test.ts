import { generateApiKey, hashApiKey, ServiceError } from '@svc/kit';
import { scaleTimeout } from '@svc/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const KEY = generateApiKey();
const AUTHORIZED = { authorization: `Bearer ${KEY}` };
const FUNNEL = '/api/v1/funnels/funnel-1';

const start = async (error?: ServiceError) => {
  gateway = await startGateway({
    handlers: {
      funnel: {
        getFunnel: async () => {
          if (error) throw error;
          return { body: Buffer.from('{"id":"funnel-1","version":{"id":"v","number":1},"steps":[]}') };
        },
      },
    },
  });
  return gateway;
};
const calls = () => gateway.services.calls.getFunnel ?? [];

describe('GET /api/v1/funnels/:funnelId', () => {
  it("answers with the service's bytes, never stored. docs/contract.md C3.5", async () => {
    const { ask } = await start();
    const { status, text, headers } = await ask(FUNNEL, { headers: AUTHORIZED });
    expect([status, text]).toEqual([200, '{"id":"funnel-1","version":{"id":"v","number":1},"steps":[]}']);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
  });

  it('sends the hash of the key, never the key, in one call that checks the key and reads the funnel. C5.4, C7.4', async () => {
    const { ask, logs } = await start();
    await ask(`${FUNNEL}?locale=de-AT&versionId=v7&unknown=ignored`, { headers: AUTHORIZED });
    expect(calls()).toEqual([{ apiKeyHash: hashApiKey(KEY), funnelId: 'funnel-1', locale: 'de-AT', versionId: 'v7' }]);
    expect(JSON.stringify(logs)).not.toContain(KEY);
  });

  it.each(['dashboard.svc.test', 'svc.test', '127.0.0.1'])('is served on %s. Contract, Addresses', async (host) => {
    const { ask } = await start();
    expect((await ask(FUNNEL, { host, headers: AUTHORIZED })).status).toBe(200);
  });

  it.each<Record<string, string | string[]>>([
    {},
    { authorization: 'Bearer' },
    { authorization: `Basic ${KEY}` },
    { authorization: `Bearer ${KEY.slice(0, -1)}` },
    { authorization: `Bearer ${KEY.slice(0, -1)}${KEY.endsWith('0') ? '1' : '0'}` },
    { authorization: [`Bearer ${KEY}`, `Bearer ${KEY}`] },
    { 'x-api-key': KEY },
  ])(
    'a missing, malformed or repeated key is 401 and no service is asked. docs/contract.md C5.1, C5.3; docs/reliability.md R2.1 (%#)',
    async (headers) => {
      const { ask, services } = await start();
      const answer = await ask(FUNNEL, { headers });
      expect([answer.status, answer.json.error]).toEqual([401, 'UNAUTHORIZED']);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'www-authenticate': 'Bearer' });
      expect(services.calls).toEqual({});
    },
  );

  it('a key in the query string is not read. docs/contract.md C5.1', async () => {
    const { ask } = await start();
    expect((await ask(`${FUNNEL}?api_key=${KEY}&authorization=Bearer%20${KEY}`)).status).toBe(401);
  });

  it.each([
    ['UNAUTHORIZED', 401],
    ['API_KEY_EXPIRED', 401],
    ['NOT_FOUND', 404],
    ['FUNNEL_NOT_PUBLISHED', 409],
    ['VERSION_NOT_FOUND', 400],
  ] as const)('%s of the service is %i. docs/contract.md C4.4', async (code, status) => {
    const { ask } = await start(new ServiceError(code, 'Why.'));
    const { headers, json, ...answer } = await ask(FUNNEL, { headers: AUTHORIZED });
    expect([answer.status, json.error, json.message]).toEqual([status, code, 'Why.']);
    expect(json.requestId).toBe(headers['x-request-id']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['locale=', 'locale=de_DE', 'locale=%zz', 'locale=de&locale=en', 'versionId=a&versionId=b'])(
    'a locale that cannot be parsed and a repeated key are INVALID_QUERY: %s. docs/contract.md C7.3, C7.4',
    async (query) => {
      const { ask } = await start();
      expect((await ask(`${FUNNEL}?${query}`, { headers: AUTHORIZED })).json.error).toBe('INVALID_QUERY');
    },
  );

  it('a malformed id is looked up like an unknown one, after the key was checked', async () => {
    const { ask } = await start();
    await ask(`/api/v1/funnels/${'x'.repeat(300)}?versionId=%00`, { headers: AUTHORIZED });
    expect(calls()).toMatchObject([{ funnelId: '-', versionId: '-' }]);
  });

  it('HEAD has the status and headers of GET and no body', async () => {
    const { ask } = await start();
    const { status, text, headers } = await ask(FUNNEL, { method: 'HEAD', headers: AUTHORIZED });
    expect([status, text, headers['content-length']]).toEqual([200, '', '60']);
  });

  it('OPTIONS allows Authorization and Idempotency-Key, without a key and without a call. docs/contract.md C3.6, C3.7', async () => {
    const { ask, services } = await start();
    const { status, headers } = await ask(FUNNEL, { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe('Authorization, Content-Type, Idempotency-Key, X-Request-Id');
    expect(headers['access-control-expose-headers']).toContain('Retry-After');
    expect(headers['cache-control']).toBe('no-store');
    expect(services.calls).toEqual({});
  });

  it('another method is 405. C2.5', async () => {
    const { ask } = await start();
    const { status, headers } = await ask(FUNNEL, { method: 'DELETE', headers: AUTHORIZED });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('a service that is down is 503, one that is late 504, after 2 s. docs/contract.md C4.5; docs/reliability.md R7.11', async () => {
    const { ask, services } = await start();
    services.handlers.funnel.getFunnel = () => new Promise(() => {});
    const startedAt = performance.now();
    const late = await ask(FUNNEL, { headers: AUTHORIZED });
    expect([late.status, late.json.error]).toEqual([504, 'TIMEOUT']);
    expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(2_000));
    await services.servers.funnel.stop();
    const down = await ask(FUNNEL, { headers: AUTHORIZED });
    expect([down.status, down.json.error, down.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '1']);
  });
});
