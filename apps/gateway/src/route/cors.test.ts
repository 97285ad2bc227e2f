import { KEY_SCOPES } from '@svc/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedRoutes } from '../router.js';
import { pageFakes } from '../testing/fixtures.js';
import { DASHBOARD } from '../testing/sessions.js';
import { startGateway, type TestGateway } from '../testing/start-gateway.js';
import { getManagementPermission } from './permission.js';
import type { Route } from './route.js';

const ORIGIN = 'https://evil.example';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ handlers: pageFakes() });
});
afterAll(() => gateway.stop());

const ask = ({ path, tag }: Route, method: string) =>
  gateway.ask(path.replace(/\{\w+\}/g, 'x'), {
    method,
    host: tag === 'Sign-in' ? DASHBOARD : tag === 'Funnel host' ? 'beauty.svc.test' : 'svc.test',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? { body: '{}' } : {}),
  });

/** What pages of every origin may read, and the scripts that they load. */
const isOpen = ({ path }: Route) =>
  /^\/(?:api\/(?:v1|results|components|chat)\/|v\/|components\.js$|openapi\.json$)/.test(path);

const preflights = documentedRoutes.filter(({ method }) => method === 'OPTIONS');
const others = documentedRoutes.filter(({ method }) => method !== 'OPTIONS');
const hasPreflight = ({ path }: Route) => preflights.some((preflight) => preflight.path === path);

describe('CORS of every route (docs/contract.md C3.6, C3.7)', () => {
  it.each(others.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is open to every origin or to none, names no origin, and sets no cookie (C3.6)',
    async (_, route) => {
      const { headers } = await ask(route, route.method);
      expect(headers['access-control-allow-origin']).toBe(isOpen(route) ? '*' : undefined);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers).not.toHaveProperty('set-cookie');
    },
  );

  it.each(preflights.map((route) => [route.path, route] as const))(
    'OPTIONS %s is 204 with the CORS headers and calls nothing that changes anything (C3.7)',
    async (path, route) => {
      for (const calls of Object.values(gateway.services.calls)) calls.length = 0;
      const { status, text, headers } = await ask(route, 'OPTIONS');
      expect([status, text]).toEqual([204, '']);
      expect(headers['access-control-allow-methods']).toMatch(/, OPTIONS$/);
      expect(headers['access-control-allow-headers']).toContain('Content-Type');
      const isBeacon = path === '/api/v1/events';
      const isOfCompany = path === '/api/analyses';
      expect(headers['access-control-allow-origin']).toBe(isBeacon ? ORIGIN : isOfCompany ? undefined : '*');
      expect(headers['access-control-allow-credentials']).toBe(isBeacon ? 'true' : undefined);
      const called = Object.entries(gateway.services.calls).filter(([, calls]) => calls.length > 0);
      expect(called.map(([name]) => name).filter((name) => name !== 'getFunnelPage')).toEqual([]);
    },
  );

  it.each(others.filter((route) => !hasPreflight(route)).map((route) => [route.path, route] as const))(
    'OPTIONS %s is 405: pages of other origins do not call it (C3.7)',
    async (_, route) => {
      const { status, json } = await ask(route, 'OPTIONS');
      expect([status, json.error]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    },
  );

  it('routes with a key or a session are never stored (C3.5)', async () => {
    const isGuarded = ({ permission }: Route) =>
      (KEY_SCOPES as readonly string[]).includes(permission) || getManagementPermission(permission) !== undefined;
    const guarded = others.filter(isGuarded);
    expect(guarded.length).toBeGreaterThan(100);
    for (const route of guarded) {
      expect((await ask(route, route.method)).headers['cache-control'], route.path).toBe('no-store');
      for (const { headers = {} } of Object.values(route.answers)) {
        expect(headers['Cache-Control'] ?? 'no-store', route.path).toBe('no-store');
      }
    }
  });
});
