import { Role } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needsPerson } from '../../../access/permissions.js';
import { getManagementPermission } from '../../../route/permission.js';
import { documentedRoutes } from '../../../router.js';
import { actor, COOKIE, DASHBOARD, DASHBOARD_ORIGIN, sessionFakes } from '../../../testing/sessions.js';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const TOKENS = '/api/admin/v1/companies/glow/management-tokens';
const CREATED = new Date('2026-11-21T10:00:00Z');
const fakes = sessionFakes();
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
  const { handlers } = gateway.services;
  Object.assign(handlers.sessions, fakes.handlers.sessions);
  Object.assign(handlers.funnelAdmin, fakes.handlers.funnelAdmin);
  const token = { id: 't1', name: 'Pipeline', role: Role.ROLE_EDITOR, lastFour: 'abcd' };
  Object.assign(handlers.tokens, {
    createManagementToken: async () => ({
      token: { ...token, createTime: CREATED, expireTime: CREATED },
      value: 'svc_manage_value',
    }),
    listManagementTokens: async () => ({ tokens: [{ ...token, createTime: CREATED, expireTime: CREATED }] }),
    revokeManagementToken: async () => ({}),
  });
});
afterEach(() => gateway.stop());

/** A management token with this role. */
const issue = (role = Role.ROLE_ADMIN) =>
  fakes.token({ ...actor({ role }), sessionId: '', managementTokenId: 'token-1', freshUntilTime: undefined });
const call = (token: string, path: string, ask: Ask = {}) =>
  gateway.ask(path, { ...ask, headers: { authorization: `Bearer ${token}`, ...ask.headers } });
const BODY = { name: 'Pipeline', role: 'EDITOR', expiresAt: '2027-01-01T00:00:00Z' };
const post = (token: string, body: object) =>
  call(token, TOKENS, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

describe('management tokens at the gateway (docs/identity.md I12)', () => {
  it('a user creates, lists and revokes own tokens; the value is in one answer', async () => {
    const session = fakes.token();
    const created = await post(session, BODY);
    expect([created.status, created.json.value]).toEqual([201, 'svc_manage_value']);
    expect(gateway.services.calls.createManagementToken).toMatchObject([
      { companyId: 'company-1', userId: 'user-1', role: Role.ROLE_EDITOR },
    ]);
    const listed = await call(session, TOKENS);
    expect(listed.json.data).toMatchObject([{ id: 't1', role: 'EDITOR', lastUsedAt: null }]);
    expect(listed.text).not.toContain('svc_manage_');
    expect((await call(session, `${TOKENS}/t1`, { method: 'DELETE' })).status).toBe(204);
    expect(gateway.services.calls.revokeManagementToken).toEqual([
      { companyId: 'company-1', userId: 'user-1', tokenId: 't1' },
    ]);
  });

  it('the platform token has none, as it is no user (I12.5)', async () => {
    expect((await call(PLATFORM_TOKEN, TOKENS)).json.data).toEqual([]);
    expect((await post(PLATFORM_TOKEN, BODY)).json.error).toBe('CONFLICT');
    expect(gateway.services.calls).not.toHaveProperty('createManagementToken');
  });

  it.each([
    [{ ...BODY, role: 'OWNER' }, '/role'],
    [{ ...BODY, expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ name: 'Pipeline', role: 'EDITOR' }, '/expiresAt'],
    [{ ...BODY, name: ' ' }, '/name'],
  ])('a body that is not complete and correct is refused at its place: %o', async (body, path) => {
    const { json } = await post(fakes.token(), body);
    expect(json).toMatchObject({ error: 'INVALID_REQUEST', details: [{ path }] });
  });

  it('act with the permissions of their role, in their company only, on the API host and the dashboard host', async () => {
    gateway.services.handlers.funnelAdmin.listApiKeys = async () => ({ keys: [], nextPageToken: '' });
    const keys = (token: string, handle: string, ask?: Ask) =>
      call(token, `/api/admin/v1/companies/${handle}/api-keys`, ask);
    const admin = issue();
    expect((await keys(admin, 'glow')).status).toBe(200);
    expect((await keys(admin, 'glow', { host: DASHBOARD })).status).toBe(200);
    expect((await keys(admin, 'other')).status).toBe(404);
    expect((await keys(issue(Role.ROLE_EDITOR), 'glow')).status).toBe(403);
  });

  it('cannot do what needs a person: every change that requires a fresh sign-in is 403, but company files', async () => {
    const token = issue();
    const changes = documentedRoutes.flatMap(({ id, method, path, permission }) => {
      const required = getManagementPermission(permission);
      return required === undefined || method === 'GET' || !path.includes('{handle}')
        ? []
        : [{ id, method, path, required }];
    });
    for (const { id, method, path, required } of changes) {
      const target = path.replace('{handle}', 'glow').replace(/\{\w+\}/g, '1');
      const { json } = await call(token, target, { method });
      const isRefused = needsPerson(required) || required === 'member.invite';
      expect([id, json.error === 'FORBIDDEN', json.error === 'REAUTHENTICATION_REQUIRED']).toEqual([
        id,
        isRefused,
        false,
      ]);
    }
    expect(needsPerson('blueprint.write')).toBe(false);
  });

  it('are no session: every route of an account is 401, and no cookie can carry one', async () => {
    const token = issue();
    const routes = documentedRoutes.filter(({ permission }) => permission === 'session' || permission === 'enrollment');
    for (const { path, method } of routes) {
      const { status } = await call(token, path.replace(/\{\w+\}/g, '1'), { method, host: DASHBOARD });
      expect([path, status]).toEqual([path, 401]);
    }
    const accept = { token: 't', invitationId: 'i' };
    const headers = { origin: DASHBOARD_ORIGIN, 'content-type': 'application/json' };
    const ask = { method: 'POST', host: DASHBOARD, headers, body: JSON.stringify(accept) };
    expect((await call(token, '/auth/invitations/accept', ask)).status).toBe(401);
    expect((await gateway.ask(TOKENS, { host: DASHBOARD, headers: { cookie: `${COOKIE}=${token}` } })).status).toBe(
      401,
    );
    expect((await call(token, '/api/v1/funnels/f')).status).toBe(401);
  });

  it('are named in the audit log next to their user (I12.5)', async () => {
    await call(issue(), '/api/admin/v1/companies/glow/catalog/sync', { method: 'POST' });
    await expect
      .poll(() => gateway.services.calls.recordIntent)
      .toMatchObject([{ actorId: 'user-1', targets: [{ name: 'managementToken', id: 'token-1' }] }]);
  });
});
