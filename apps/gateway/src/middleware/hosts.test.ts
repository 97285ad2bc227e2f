import { ServiceError } from '@svc/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { MATCHES, matchingFakes, pageFakes } from '../testing/fixtures.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());
const start = async () => {
  gateway = await startGateway({ handlers: { ...matchingFakes(), ...pageFakes() } });
  return gateway;
};

describe('what each host serves. docs/contract.md C2', () => {
  it('hosts that no funnel has and reserved hosts answer 404 NOT_FOUND everywhere. C2.3, C2.4', async () => {
    const { ask } = await start();
    for (const host of ['unknown.svc.test', 'evil.test', 'a.b.svc.test', 'api.svc.test', 'tracking.svc.test']) {
      for (const path of ['/', '/api/v1/funnels/x', '/api/admin/v1/companies', '/openapi.json', '/docs']) {
        const { status, json, headers } = await ask(path, { host });
        expect([status, json.error, headers['cache-control']]).toEqual([404, 'NOT_FOUND', 'no-store']);
      }
    }
  });

  it('what is the same on every host is also served where no funnel is, and nothing on reserved names. C2.3, C2.4', async () => {
    const { ask } = await start();
    for (const path of ['/components.js', '/robots.txt']) {
      for (const host of ['unknown.svc.test', 'evil.test']) expect((await ask(path, { host })).status).toBe(200);
      for (const name of ['tracking', 'api', 'www', 'docs', 'status']) {
        expect((await ask(path, { host: `${name}.svc.test` })).json.error, name).toBe('NOT_FOUND');
      }
    }
  });

  it.each(['svc.test', 'dashboard.svc.test', 'beauty.svc.test', 'evil.test', '127.0.0.1'])(
    'probes are answered on %s',
    async (host) => {
      const { ask } = await start();
      expect((await ask('/healthz', { host })).json).toEqual({ status: 'ok' });
      expect((await ask('/readyz', { host })).status).toBe(200);
    },
  );

  it('the API host and the dashboard host serve documentation and management. C2.1', async () => {
    const { ask } = await start();
    for (const host of ['SVC.test:8080', 'dashboard.svc.test']) {
      expect((await ask('/openapi.json', { host })).status).toBe(200);
      expect((await ask('/api/admin/v1/companies', { host })).status).toBe(401);
      expect((await ask('/robots.txt', { host })).text).toContain('Disallow: /api/');
    }
  });
});

describe('unknown addresses', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v1/funnels',
    '/api/v1/funnels/',
    '/api/v1/funnels/x/',
    '/API/v1/funnels/x',
    '/api/v1/Funnels/x',
    '/api/v1/analyses/',
    '/api/v1/analyses/x',
    '/api/v1/analyses//matches',
    '/api/v1/analyses/x/matches/',
    '//api/v1/funnels/x',
    '/api/v1/../v1/funnels/x',
    '/healthz/',
    '/docs/',
    '/docs/0123456789abcdef/reference.js',
  ])('%s is 404 in JSON: letter case and a trailing slash count. C2.5; docs/reliability.md R0.10', async (path) => {
    const { ask } = await start();
    const { status, json, headers } = await ask(path);
    expect([status, json.error]).toEqual([404, 'NOT_FOUND']);
    expect(json.requestId).toBe(headers['x-request-id']);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  });
});

describe('an error', () => {
  it.each([
    ...['svc.test', 'dashboard.svc.test', 'preview.svc.test', 'cdn.svc.test', 'demo-shop.svc.test'],
    ...['beauty.svc.test', 'quiz.glow.example', 'unknown.svc.test'],
  ])('has the same body and headers on %s. C4.1, C4.2, C4.3', async (host) => {
    const { ask } = await start();
    const { status, json, headers } = await ask('/api/nothing', { host });
    expect([status, json]).toEqual([
      404,
      { error: 'NOT_FOUND', message: expect.stringMatching(/^[A-Z].*\.$/), requestId: headers['x-request-id'] },
    ]);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  });
});

describe('every answer', () => {
  it('names the request; a safe X-Request-Id of the caller is kept and goes to the services. C3.4', async () => {
    const { ask } = await start();
    expect((await ask('/healthz', { headers: { 'x-request-id': 'order-1' } })).headers['x-request-id']).toBe('order-1');
    expect((await ask('/nothing', { headers: { 'x-request-id': 'order-1' } })).json.requestId).toBe('order-1');
    expect((await ask('/healthz', { headers: { 'x-request-id': 'a b' } })).headers['x-request-id']).not.toBe('a b');
  });

  it('forbids guessing content types and handing addresses on', async () => {
    const { ask } = await start();
    for (const path of ['/healthz', '/nothing', '/docs']) {
      expect((await ask(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('never shows what went wrong inside. C4.3', async () => {
    const { ask, services, logs } = await start();
    services.handlers.funnelAdmin.listCompanies = async () => {
      throw new Error('select secret from table');
    };
    const headers = { authorization: `Bearer ${PLATFORM_TOKEN}` };
    const { status, json, text } = await ask('/api/admin/v1/companies', { headers });
    expect([status, json.error]).toEqual([500, 'INTERNAL']);
    expect(text).not.toMatch(/secret|\bat \w|\.ts|\.js/);
    expect(logs.some(({ msg }) => msg === 'request failed')).toBe(true);
  });
});

describe('matches on funnel hosts. docs/contract.md C2.1, docs/components.md B10.13', () => {
  it('are those of the API host, also for components whose platform is a funnel host', async () => {
    const { ask } = await start();
    for (const host of ['beauty.svc.test', 'quiz.glow.example']) {
      const { status, json } = await ask(MATCHES, { host });
      expect([status, json]).toEqual([200, { matchedVariants: ['V1', 'V2'] }]);
      expect((await ask(MATCHES, { host, method: 'HEAD' })).status).toBe(200);
    }
  });

  it('a host that no funnel has serves none. C2.4', async () => {
    const { ask, services } = await start();
    for (const host of ['unknown.svc.test', 'evil.test']) expect((await ask(MATCHES, { host })).status).toBe(404);
    expect(services.calls).not.toHaveProperty('matchVariants');
  });

  it('continue while funnel-svc does not answer', async () => {
    const { ask, services } = await start();
    services.handlers.funnelPages.getFunnelPage = async () => {
      throw new ServiceError('UNAVAILABLE', 'Later.');
    };
    expect((await ask(MATCHES, { host: 'beauty.svc.test' })).status).toBe(200);
  });
});
