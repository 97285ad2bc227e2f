import { type Role, roles } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getManagementPermission } from '../route/permission.js';
import { documentedRoutes } from '../router.js';
import { actor, DASHBOARD, sessionFakes } from '../testing/sessions.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../testing/start-gateway.js';
import { hasPermission, type ManagementPermission, needsFreshSignIn } from './permissions.js';

const fakes = sessionFakes();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ handlers: fakes.handlers });
});
afterAll(() => gateway.stop());

const routes = documentedRoutes.flatMap(({ id, method, path, permission, params = {} }) => {
  const required = getManagementPermission(permission);
  return required === undefined ? [] : [{ id, method, path, required, names: Object.keys(params) }];
});
type TestedRoute = (typeof routes)[number];

/** Only the guard is of interest here: the fakes behind it have no further handlers, and bodies are missing. */
async function call({ method, path }: TestedRoute, token: string, handle = 'glow') {
  const target = path
    .replace('{handle}', handle)
    .replace('{subdomain}', 'beauty')
    .replace(/\{\w+\}/g, '1');
  const { status, json } = await gateway.ask(target, { method, headers: { authorization: `Bearer ${token}` } });
  const isGuarded = ['UNAUTHORIZED', 'FORBIDDEN', 'REAUTHENTICATION_REQUIRED'].includes(String(json.error));
  const { requestId, ...body } = json;
  return { status, body, outcome: isGuarded ? String(json.error) : 'PASSED' };
}

const METHODS = new Set(['get', 'put', 'post', 'patch', 'delete']);

/** Every operation of the served document below a path, as `GET /auth/me`. */
async function listOperations(below: string): Promise<string[]> {
  const { paths } = (await gateway.ask('/openapi.json')).json as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(below))
    .flatMap(([path, item]) =>
      Object.keys(item).flatMap((method) => (METHODS.has(method) ? [`${method.toUpperCase()} ${path}`] : [])),
    )
    .sort();
}

const allRoles = roles.all.map((name) => roles.fromName(name)) as Role[];

describe('every management route with every role (docs/identity.md I9)', () => {
  it('they are those of /openapi.json', async () => {
    const operations = await listOperations('/api/admin/');
    expect(operations.length).toBeGreaterThan(100);
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(operations);
  });

  it.each(routes.map((route) => [route.id, route] as const))('%s', async (_, route) => {
    const policies = [{}, { mayInvite: true, editorsMayPublish: true }];
    for (const policy of policies) {
      for (const role of allRoles) {
        const of = actor({ role, policy });
        const membership = of.memberships[0]?.policy;
        const isCompanyRoute = route.path.includes('{handle}');
        const isAllowed =
          isCompanyRoute && hasPermission(route.required as ManagementPermission, roles.toName(role), membership);
        const { outcome } = await call(route, fakes.token(of));
        expect([role, policy, outcome]).toEqual([role, policy, isAllowed ? 'PASSED' : 'FORBIDDEN']);
      }
    }
    expect((await call(route, PLATFORM_TOKEN)).outcome).toBe('PASSED');
    const administrator = actor({ platformAdmin: true, memberships: [] });
    expect((await call(route, fakes.token(administrator))).outcome).toBe('PASSED');
  });

  it.each(routes.filter(({ path }) => path.includes('{handle}')).map((route) => [route.id, route] as const))(
    '%s of a company without membership is the 404 of an unknown company, byte for byte (docs/identity.md I9.1; docs/reliability.md R9.3; docs/dashboard.md Y2.5)',
    async (_, route) => {
      const token = fakes.token();
      const [foreign, unknown, malformed] = [
        await call(route, token, 'other'),
        await call(route, token, 'unknown'),
        await call(route, token, 'UPPER'),
      ];
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(unknown);
      expect(foreign).toEqual(malformed);
    },
  );

  it('a refusal names the role that may do it (I9.2)', async () => {
    const route = routes.find(({ id }) => id === 'listAuditEntries') as TestedRoute;
    for (const role of allRoles.filter((each) => roles.toName(each) !== 'ADMIN')) {
      const { status, body } = await call(route, fakes.token(actor({ role })));
      expect([status, body.message]).toEqual([403, expect.stringContaining('ADMIN')]);
    }
  });

  it.each(routes.map((route) => [route.id, route] as const))('%s after ten minutes (I9.3)', async (_, route) => {
    const stale = actor({ platformAdmin: true, freshUntilTime: new Date(Date.now() - 1_000) });
    const isFresh = needsFreshSignIn(route.required) && route.method !== 'GET';
    expect((await call(route, fakes.token(stale))).outcome).toBe(isFresh ? 'REAUTHENTICATION_REQUIRED' : 'PASSED');
    // It has no sign-in, and is always fresh.
    expect((await call(route, PLATFORM_TOKEN)).outcome).toBe('PASSED');
  });

  it('session, enrollment, membership, permission, fresh sign-in and the request are checked in this order (I9.4)', async () => {
    const route = routes.find(({ id }) => id === 'createApiKey') as TestedRoute;
    // Each has its own fault and all that follow; the last one has only the body, which is missing.
    const stale = { freshUntilTime: new Date(Date.now() - 1_000) };
    const forbidden = { ...stale, role: allRoles.find((role) => roles.toName(role) === 'ANALYST') as Role };
    const [enrolling, unfinished] = [
      { ...forbidden, mustEnroll: true },
      { ...forbidden, mustEnroll: true, awaitsSecondFactor: true },
    ];
    const cases = [
      [unfinished, 'other'],
      [enrolling, 'other'],
      [forbidden, 'other'],
      [forbidden, 'glow'],
      [stale, 'glow'],
      [{}, 'glow'],
    ] as const;
    const found: unknown[] = [];
    for (const [changes, handle] of cases) {
      const { status, body } = await call(route, fakes.token(actor(changes)), handle);
      found.push([status, body.error, (body.details as { path: string }[] | undefined)?.[0]?.path]);
    }
    expect(found).toEqual([
      [401, 'UNAUTHORIZED', undefined],
      [403, 'FORBIDDEN', '/twoFactor'],
      [404, 'NOT_FOUND', undefined],
      [403, 'FORBIDDEN', undefined],
      [401, 'REAUTHENTICATION_REQUIRED', undefined],
      [expect.any(Number), expect.stringMatching(/^(INVALID_REQUEST|UNSUPPORTED_MEDIA_TYPE)$/), undefined],
    ]);
  });

  it.each([
    ['enrollment is due', actor({ mustEnroll: true }), 'FORBIDDEN'],
    ['the second factor is missing', actor({ awaitsSecondFactor: true }), 'UNAUTHORIZED'],
  ])('nothing passes while %s', async (_, of, expected) => {
    for (const route of routes)
      expect([route.id, (await call(route, fakes.token(of))).outcome]).toEqual([route.id, expected]);
  });
});

/** Routes below /auth that callers without a session may use, within budgets (docs/identity.md I3, I5, I7). */
const FOR_STRANGERS = [
  'POST /auth/invitations/accept',
  'POST /auth/invitations/lookup',
  'POST /auth/password-reset',
  'POST /auth/password-reset/confirm',
  'POST /auth/second-factor',
  'POST /auth/sign-in',
  'POST /auth/sign-out',
];

describe('every route of the own account (docs/identity.md I4, I6.4, I12.4)', () => {
  const account = documentedRoutes.filter(({ path }) => path.startsWith('/auth/'));
  const guarded = account.filter(({ method, path }) => !FOR_STRANGERS.includes(`${method} ${path}`));
  const callAs = async ({ method, path }: (typeof account)[number], token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const target = path.replace(/\{\w+\}/g, '1');
    const { json } = await gateway.ask(target, { method, headers, host: DASHBOARD });
    return ['UNAUTHORIZED', 'FORBIDDEN'].includes(String(json?.error)) ? json.error : 'PASSED';
  };

  it('they are those of /openapi.json', async () => {
    expect(account.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(await listOperations('/auth/'));
    expect(guarded).toHaveLength(account.length - FOR_STRANGERS.length);
  });

  it('there is no registration: without a session, accounts are made by accepting an invitation only (I1.2)', () => {
    const open = account.filter(({ permission }) => permission !== 'session' && permission !== 'enrollment');
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(FOR_STRANGERS);
    const creating = routes.filter(({ method, path }) => method !== 'GET' && /\/(?:users|members)$/.test(path));
    expect(creating).toEqual([]);
  });

  it.each(guarded.map((route) => [route.id, route] as const))('%s needs the session of a user', async (_, route) => {
    expect(await callAs(route)).toBe('UNAUTHORIZED');
    expect(await callAs(route, PLATFORM_TOKEN)).toBe('UNAUTHORIZED');
    expect(await callAs(route, fakes.token(actor({ managementTokenId: 'token-1' })))).toBe('UNAUTHORIZED');
    expect(await callAs(route, fakes.token(actor({ awaitsSecondFactor: true })))).toBe('UNAUTHORIZED');
    for (const role of allRoles) expect(await callAs(route, fakes.token(actor({ role })))).toBe('PASSED');
    const enrolling = route.permission === 'enrollment' ? 'PASSED' : 'FORBIDDEN';
    expect(await callAs(route, fakes.token(actor({ mustEnroll: true })))).toBe(enrolling);
  });
});
