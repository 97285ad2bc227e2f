import { generateSessionToken } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COOKIE } from '../../testing/sessions.js';
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

  describe('names the scripts that the first screen needs (docs/dashboard.md Y6.1)', () => {
    const list = async (path: string, headers: Record<string, string> = {}) => {
      const { text } = await gateway.ask(path, { host: HOST, headers });
      return [...text.matchAll(/<link rel="modulepreload" href="\/assets\/([\w-]+)\.js">/g)].map(([, name]) => name);
    };
    const cookie = { cookie: `${COOKIE}=${generateSessionToken()}` };
    const signIn = ['shared-5e6f7a8b', 'frame-44556677'];
    const shell = ['shared-5e6f7a8b', 'frame-44556677', 'shell-11223344', 'form-2b3c4d5e'];

    it('of the sign-in, also in the place of a screen that needs a session', async () => {
      const lists = [await list('/sign-in'), await list('/sign-in/', cookie), await list('/c/glow')];
      expect(lists).toEqual([signIn, signIn, signIn]);
    });

    it('of the frame where there is a cookie; of an invitation always', async () => {
      expect([await list('/', cookie), await list('/c/glow/funnels', cookie)]).toEqual([shell, shell]);
      const invite = ['shared-5e6f7a8b', 'frame-44556677', 'invite-33445566', 'entry-66778899'];
      expect([await list('/invite'), await list('/invite', cookie)]).toEqual([invite, invite]);
    });

    it('with the texts of the first language that there is', async () => {
      const german = { 'accept-language': 'fr, de-AT;q=0.9, en;q=0.8' };
      expect((await list('/sign-in', german)).slice(1)).toEqual(['frame-55667788']);
      expect((await list('/reset', german)).at(-1)).toBe('entry-778899aa');
      expect(await list('/sign-in', { 'accept-language': 'fr' })).toEqual(signIn);
    });
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
