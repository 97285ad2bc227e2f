import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';
import { createDashboardHeaders } from './dashboard-document.js';

const HOST = 'dashboard.svc.test:8080';

describe('the dashboard host', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const get = (path: string, host = HOST) => gateway.ask(path, { host });

  it.each([
    '/',
    '/sign-in',
    '/invite',
    '/c/glow',
    '/c/glow/',
    '/c/glow/settings/developer',
    '/c/glow/imports/9zYx8WvUt7SrQp6OnMl5Kj',
  ])(
    'returns the application for %s, so that each state has an address that survives a reload (docs/dashboard.md Y1.2)',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('<script type="module" src="/assets/main-0a1b2c3d.js"></script>');
      expect(text).toContain('<link rel="stylesheet" href="/assets/main-4e5f6a7b.css">');
    },
  );

  it.each([
    '/nothing',
    '/assets/nothing.js',
    '/api/admin/v1/nothing',
    '/auth/nothing',
    '/assets/..%2f.vite%2fmanifest.json',
  ])('answers %s with 404 and the common body, never with HTML (docs/dashboard.md Y1.2)', async (path) => {
    const { status, json } = await get(path);
    expect(status).toBe(404);
    expect(json).toMatchObject({ error: 'NOT_FOUND' });
  });

  it('is the only host with the application (docs/dashboard.md Y1.1)', async () => {
    expect((await get('/sign-in', 'svc.test:8080')).status).toBe(404);
    expect((await get('/c/glow', 'svc.test:8080')).status).toBe(404);
  });

  it('sends the whole policy: own files only, no inline script, no frames, a new nonce each time (docs/dashboard.md Y1.3)', async () => {
    const [first, second] = [await get('/'), await get('/')];
    const nonce = /nonce="([^"]+)"/.exec(first.text)?.[1] as string;
    expect(first.headers).toMatchObject({
      'content-security-policy':
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' https: data: blob:; font-src 'self'; ` +
        "connect-src 'self'; frame-src https://preview.svc.test:8080; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), publickey-credentials-get=(self)',
      'cache-control': 'no-store',
    });
    expect(second.headers['content-security-policy']).not.toContain(nonce);
    expect(first.text).not.toMatch(/<script(?![^>]* src=)/);
  });

  it('an installation without TLS shows pictures without it, as those of the demo (docs/dashboard.md Y1.3)', () => {
    const headers = createDashboardHeaders('nonce', { preview: 'http://preview.localhost:8080', scheme: 'http' });
    expect(headers['Content-Security-Policy']).toContain("img-src 'self' http: https: data: blob:;");
  });

  it('serves files under names with a hash, so caches keep them indefinitely (docs/dashboard.md Y1.4)', async () => {
    const { status, headers } = await get('/assets/main-0a1b2c3d.js');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

it('a gateway without the built dashboard answers 503 there, and serves everything else', async () => {
  const gateway = await startGateway({ dashboardDirectory: '/nowhere' });
  expect((await gateway.ask('/', { host: HOST })).status).toBe(503);
  expect((await gateway.ask('/healthz')).status).toBe(200);
  await gateway.stop();
});
