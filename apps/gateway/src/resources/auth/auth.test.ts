import { generateSessionToken } from '@svc/kit';
import { InvitationState, Role } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentedRoutes } from '../../router.js';
import { actor, COOKIE, DASHBOARD, DASHBOARD_ORIGIN, sessionFakes } from '../../testing/sessions.js';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

const END = new Date('2026-12-01T00:00:00Z');
const fakes = sessionFakes();
let gateway: TestGateway;
let token: string;
beforeEach(async () => {
  token = generateSessionToken();
  gateway = await startGateway({ handlers: {}, env: { RATE_LIMITS: 'on' } });
  Object.assign(gateway.services.handlers.sessions, fakes.handlers.sessions, {
    signIn: async () => ({ token, needsSecondFactor: false, endTime: END }),
    verifySecondFactor: async () => ({ token, endTime: END }),
    signOut: async () => ({}),
    reauthenticate: async () => ({}),
  });
  Object.assign(gateway.services.handlers.funnelAdmin, {
    describeCompanies: async () => ({ items: [{ companyId: 'company-1', handle: 'glow', name: 'Glow' }] }),
  });
});
afterEach(() => gateway.stop());

const send = (
  path: string,
  body: unknown,
  headers: Record<string, string> = { origin: DASHBOARD_ORIGIN },
  method = 'POST',
) =>
  gateway.ask(path, {
    method,
    host: DASHBOARD,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
  });
const CREDENTIALS = { email: 'ada@glow.example', password: 'correct horse battery staple' };

describe('sign-in (docs/identity.md I3, I4)', () => {
  it('gives the dashboard a cookie that no script reads and no other host gets, and no token in the body (I3.1, I4.2; docs/dashboard.md Y3.5)', async () => {
    const { status, json, headers } = await send('/auth/sign-in', CREDENTIALS);
    expect([status, json]).toEqual([200, { next: 'DONE' }]);
    expect(headers['set-cookie']).toEqual([
      `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Secure; Expires=${END.toUTCString()}`,
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('gives a program the token in the body, and no cookie (I4.3; docs/contract.md C3.6)', async () => {
    const { status, json, headers } = await send('/auth/sign-in', { ...CREDENTIALS, bearer: true }, {});
    expect([status, json]).toEqual([200, { next: 'DONE', token, expiresAt: END.toISOString() }]);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it.each([
    '/auth/sign-in',
    '/auth/invitations/lookup',
    '/auth/invitations/accept',
    '/auth/password-reset',
    '/auth/password-reset/confirm',
  ])('%s from another origin is 401 and calls no service', async (path) => {
    const bodies: Record<string, object> = {
      '/auth/sign-in': CREDENTIALS,
      '/auth/invitations/lookup': { token: 't' },
      '/auth/invitations/accept': { token: 't', invitationId: 'i' },
      '/auth/password-reset': { email: CREDENTIALS.email },
      '/auth/password-reset/confirm': { token: 't', password: CREDENTIALS.password },
    };
    for (const headers of [{}, { origin: 'https://beauty.svc.test:8080' }]) {
      expect((await send(path, bodies[path], headers as Record<string, string>)).status).toBe(401);
    }
    expect(gateway.services.calls).toEqual({});
  });

  it('exists on the dashboard host only (I4.2, C3.6)', async () => {
    const ask = (host: string) => gateway.ask('/auth/me', { host });
    expect([
      (await ask(DASHBOARD)).status,
      (await ask('svc.test')).status,
      (await ask('beauty.svc.test')).status,
    ]).toEqual([401, 404, 404]);
  });

  it('limits the attempts of one account from one source to 5 a minute, and those of a source to 20 (I3.3)', async () => {
    const statuses: number[] = [];
    // A body that cannot be read is no attempt: it is parsed before budgets (I9.4).
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await send('/auth/sign-in', { email: CREDENTIALS.email })).status).toBe(400);
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push(
        (await send('/auth/sign-in', { ...CREDENTIALS, email: `${attempt % 2 ? 'Ada' : 'ada'}@glow.example` })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (let attempt = 0; attempt < 14; attempt += 1) {
      expect((await send('/auth/sign-in', { ...CREDENTIALS, email: `other-${attempt}@glow.example` })).status).toBe(
        200,
      );
    }
    const refused = await send('/auth/sign-in', { ...CREDENTIALS, email: 'last@glow.example' });
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('completes a second factor under the cookie, and replaces it (I3.1)', async () => {
    gateway.services.handlers.sessions.signIn = async () => ({ token, needsSecondFactor: true, endTime: END });
    const { json } = await send('/auth/sign-in', CREDENTIALS);
    expect(json).toEqual({ next: 'SECOND_FACTOR', factors: ['TOTP', 'RECOVERY_CODE'] });
    const headers = { origin: DASHBOARD_ORIGIN, cookie: `${COOKIE}=${token}` };
    const complete = await send('/auth/second-factor', { code: '123456' }, headers);
    expect([complete.status, complete.json, complete.headers['set-cookie']?.length]).toEqual([
      200,
      { next: 'DONE' },
      1,
    ]);
    expect((await send('/auth/second-factor', { code: '123456' })).status).toBe(401);
    expect((await send('/auth/second-factor', { code: '1', recoveryCode: '2' }, headers)).json.error).toBe(
      'INVALID_REQUEST',
    );
  });

  it('sign-out deletes the cookie', async () => {
    const { status, headers } = await send(
      '/auth/sign-out',
      {},
      { origin: DASHBOARD_ORIGIN, cookie: `${COOKIE}=${token}` },
    );
    expect([status, headers['set-cookie']?.[0]]).toEqual([
      204,
      expect.stringMatching(/^__Host-svc_session=;.*Expires=Thu, 01 Jan 1970/),
    ]);
  });

  it('no password, token, code or address of any request to /auth is in a log line, whatever its outcome', async () => {
    const secret = 'battery-8f3a';
    const texts = ['password', 'current', 'next', 'token', 'invitationId', 'code', 'recoveryCode', 'email', 'name'];
    const bodies = texts.map((field) => ({ [field]: secret }));
    const everything = Object.assign({}, ...bodies);
    const credentials = [
      { origin: DASHBOARD_ORIGIN, cookie: `${COOKIE}=${token}` },
      { cookie: `${COOKIE}=${token}` },
      {},
    ];
    const writes = documentedRoutes.filter(({ path, method }) => path.startsWith('/auth/') && method !== 'GET');
    expect(writes.length).toBeGreaterThan(12);
    for (const { path, method } of writes) {
      const target = path.replace(/\{\w+\}/g, secret.replace('battery', 'id'));
      for (const headers of credentials) await send(target, everything, headers as Record<string, string>, method);
    }
    await send('/auth/sign-in', CREDENTIALS);
    expect(JSON.stringify(gateway.logs)).not.toMatch(/battery|svc_session_|ada@glow/);
  });
});

describe('the own account', () => {
  it('GET /auth/me lists companies with role and permissions (docs/identity.md I4)', async () => {
    const authorization = `Bearer ${fakes.token(actor({ role: Role.ROLE_ANALYST }))}`;
    const { json } = await gateway.ask('/auth/me', { host: DASHBOARD, headers: { authorization } });
    expect(json).toMatchObject({
      user: { email: 'ada@glow.example' },
      memberships: [
        { handle: 'glow', name: 'Glow', role: 'ANALYST', permissions: expect.arrayContaining(['funnel.check']) },
      ],
      platformAdmin: false,
      mustEnroll: false,
    });
    expect(json.memberships).not.toEqual([
      expect.objectContaining({ permissions: expect.arrayContaining(['key.manage']) }),
    ]);
  });

  it('changes of second factors require a fresh sign-in (docs/identity.md I3.4)', async () => {
    const authorization = `Bearer ${fakes.token(actor({ freshUntilTime: new Date(Date.now() - 1_000) }))}`;
    for (const [method, path] of [
      ['POST', '/auth/totp'],
      ['PUT', '/auth/totp'],
      ['DELETE', '/auth/totp'],
      ['POST', '/auth/recovery-codes'],
    ]) {
      const { json } = await send(path as string, { code: '123456' }, { authorization }, method);
      expect([method, path, json.error]).toEqual([method, path, 'REAUTHENTICATION_REQUIRED']);
    }
  });

  it('a session that must enroll reaches its own account only (docs/identity.md I6.4)', async () => {
    const headers = { authorization: `Bearer ${fakes.token(actor({ mustEnroll: true }))}` };
    gateway.services.handlers.credentials.beginTotp = async () => ({ uri: 'otpauth://totp/x', secret: 'ABC' });
    expect((await gateway.ask('/auth/me', { host: DASHBOARD, headers })).status).toBe(200);
    expect((await send('/auth/totp', {}, headers)).status).toBe(200);
    const { status, json } = await gateway.ask('/auth/sessions', { host: DASHBOARD, headers });
    expect([status, json.error, (json.details as { path: string }[])[0]?.path]).toEqual([
      403,
      'FORBIDDEN',
      '/twoFactor',
    ]);
  });

  it('an accepted invitation signs a new account in (docs/identity.md I5.4)', async () => {
    gateway.services.handlers.invitations.lookUpInvitation = async () => ({
      invitation: {
        ...{ id: 'i', companyId: 'company-1', email: 'ada@glow.example', role: Role.ROLE_ADMIN, inviter: '' },
        ...{ state: InvitationState.INVITATION_STATE_PENDING, createTime: END, expireTime: END, sentCount: 1 },
      },
      hasAccount: false,
      companyName: 'Glow',
    });
    gateway.services.handlers.invitations.acceptInvitation = async () => ({
      ...{ companyId: 'company-1', userId: 'user-1', sessionToken: token, endTime: END },
    });
    expect((await send('/auth/invitations/lookup', { token: 't' })).json).toMatchObject({
      invitationId: 'i',
      company: 'Glow',
      hasAccount: false,
    });
    const { status, json, headers } = await send('/auth/invitations/accept', {
      token: 't',
      invitationId: 'i',
      name: 'Ada',
      password: CREDENTIALS.password,
    });
    expect([status, json]).toEqual([201, { handle: 'glow' }]);
    expect(headers['set-cookie']?.[0]).toContain(token);
  });
});
