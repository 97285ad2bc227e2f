import { generateSessionToken, ServiceError, startMetricsServer } from '@svc/kit';
import { Role } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ORIGIN_CASES } from '../testing/origin-cases.js';
import { actor, COOKIE, DASHBOARD, sessionFakes } from '../testing/sessions.js';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../testing/start-gateway.js';

const KEYS = '/api/admin/v1/companies/glow/api-keys';
const fakes = sessionFakes();
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({ handlers: structuredClone({}) });
  Object.assign(gateway.services.handlers.sessions, fakes.handlers.sessions);
  Object.assign(gateway.services.handlers.funnelAdmin, fakes.handlers.funnelAdmin, {
    listApiKeys: async () => ({ keys: [], nextPageToken: '' }),
    revokeApiKey: async () => ({}),
  });
});
afterEach(() => gateway.stop());

const read = (ask: Ask) => gateway.ask(KEYS, ask);
const change = (headers: Ask['headers'], host = DASHBOARD) =>
  gateway.ask(`${KEYS}/key-1`, { method: 'DELETE', host, headers: headers ?? {} });
const cookie = (token: string) => ({ cookie: `theme=dark; ${COOKIE}=${token}` });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('sessions at the gateway (docs/identity.md I4)', () => {
  it('the cookie counts on the dashboard host, the bearer token there and on the API host (I4.2, I4.3; docs/contract.md C3.6)', async () => {
    const token = fakes.token();
    const statuses = [
      await read({ host: DASHBOARD, headers: cookie(token) }),
      await read({ headers: cookie(token) }),
      await read({ headers: bearer(token) }),
      await read({ host: DASHBOARD, headers: bearer(token) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 401, 200, 200]);
  });

  it('an Authorization header counts alone: a wrong one is 401 in spite of a good cookie, the platform token needs no origin (I4.3)', async () => {
    const token = fakes.token();
    expect((await read({ host: DASHBOARD, headers: { ...cookie(token), ...bearer('wrong') } })).status).toBe(401);
    expect((await change({ ...cookie(token), ...bearer(PLATFORM_TOKEN) })).status).toBe(204);
  });

  it('two cookies of the name, and a cookie that cannot be a token, are no session and cause no look-up', async () => {
    const token = fakes.token();
    for (const value of [`${COOKIE}=${token}; ${COOKIE}=${fakes.token()}`, `${COOKIE}=x`, `svc_session=${token}`]) {
      expect((await read({ host: DASHBOARD, headers: { cookie: value } })).status).toBe(401);
    }
    expect(gateway.services.calls).toEqual({});
  });

  it.each(ORIGIN_CASES)(
    'a change with the cookie from %s (docs/identity.md I4.4, I9.4)',
    async (_, headers, isAccepted) => {
      const { status } = await change({ ...cookie(fakes.token()), ...headers });
      expect(status).toBe(isAccepted ? 204 : 401);
      // Refused before anything is looked up.
      if (!isAccepted) expect(gateway.services.calls).toEqual({});
    },
  );

  it('a change with the cookie from elsewhere is counted as a rejection (docs/metrics.md)', async () => {
    const metrics = await startMetricsServer({ host: '127.0.0.1', port: 0 });
    await change({ ...cookie(fakes.token()), origin: 'https://beauty.svc.test:8080' });
    const text = await (await fetch(`http://${metrics.address}/metrics`)).text();
    await metrics.close();
    expect(text).toContain('svc_http_rejected_total{reason="origin"} 1');
  });

  it('a session is no credential of the v1 routes (C3.6)', async () => {
    const token = fakes.token();
    const v1 = (headers: Record<string, string>) => gateway.ask('/api/v1/funnels/f', { host: DASHBOARD, headers });
    expect([(await v1(bearer(token))).status, (await v1(cookie(token))).status]).toEqual([401, 401]);
    expect(gateway.services.calls).toEqual({});
  });

  it('while identity-svc is down, the platform token works and sessions are 503 (docs/identity.md I9.5)', async () => {
    await gateway.services.servers.identity.stop();
    expect((await read({ headers: bearer(PLATFORM_TOKEN) })).status).toBe(200);
    expect((await read({ headers: bearer(generateSessionToken()) })).json.error).toBe('UNAVAILABLE');
  });

  it('the platform token causes no call of its own', async () => {
    await read({ headers: bearer(PLATFORM_TOKEN) });
    expect(Object.keys(gateway.services.calls)).toEqual(['getCompany', 'listApiKeys']);
  });

  it('a session causes one call more, and the first request of a company one to find its id (docs/identity.md I4.1)', async () => {
    const token = fakes.token();
    await read({ headers: bearer(token) });
    for (const calls of Object.values(gateway.services.calls)) calls.length = 0;
    await read({ headers: bearer(token) });
    const counts = Object.entries(gateway.services.calls).map(([name, calls]) => `${name} ${calls.length}`);
    expect(counts.sort()).toEqual(['authenticate 1', 'getCompany 1', 'listApiKeys 1']);
  });

  it('every request looks its session up: an end counts immediately', async () => {
    const token = fakes.token();
    expect((await read({ headers: bearer(token) })).status).toBe(200);
    gateway.services.handlers.sessions.authenticate = async () => {
      throw new ServiceError('UNAUTHORIZED', 'The session is unknown or has ended; sign in again.');
    };
    expect((await read({ headers: bearer(token) })).status).toBe(401);
  });

  describe('a session whose user got other permissions (docs/identity.md I4.6)', () => {
    const renewed = generateSessionToken();
    const renewals = () => gateway.services.calls.renewSession ?? [];
    beforeEach(() => {
      gateway.services.handlers.sessions.renewSession = async () => ({
        ...{ token: renewed, endTime: new Date('2027-01-01T00:00:00Z') },
      });
    });

    it('gets a new cookie with the answer, also when that is an error', async () => {
      const token = fakes.token(actor({ mustRenew: true, role: Role.ROLE_ANALYST }));
      const { headers } = await read({ host: DASHBOARD, headers: cookie(token) });
      expect(headers['set-cookie']).toEqual([
        `${COOKIE}=${renewed}; Path=/; HttpOnly; SameSite=Strict; Secure; Expires=Fri, 01 Jan 2027 00:00:00 GMT`,
      ]);
      expect(headers['session-token']).toBeUndefined();
      expect(renewals()).toHaveLength(1);
    });

    it('gets it as a header where the token was sent as bearer', async () => {
      const { headers } = await read({ headers: bearer(fakes.token(actor({ mustRenew: true }))) });
      expect([headers['session-token'], headers['set-cookie']]).toEqual([renewed, undefined]);
    });

    it('continues under its token while none can be made; other sessions and management tokens are never renewed', async () => {
      gateway.services.handlers.sessions.renewSession = async () => {
        throw new ServiceError('UNAVAILABLE', 'The database is down.');
      };
      const { status, headers } = await read({ headers: bearer(fakes.token(actor({ mustRenew: true }))) });
      expect([status, headers['session-token']]).toEqual([200, undefined]);
      await read({ headers: bearer(fakes.token()) });
      await read({ headers: bearer(fakes.token(actor({ managementTokenId: 'token-1' }))) });
      expect(renewals()).toHaveLength(1);
    });
  });

  it('an analyst reads a delivery without the bodies (docs/dashboard.md Y9.4)', async () => {
    const body = 'ada@glow.example';
    gateway.services.handlers.delivery.getDelivery = async () => ({
      delivery: {
        ...{
          id: 'd',
          target: 'DELIVERY_TARGET_WEBHOOK',
          state: 'DELIVERY_STATE_DELIVERED',
          analysisId: 'a',
          attempts: 1,
        },
        createTime: new Date(0),
      } as never,
      requestBody: body,
      requestBodyBytes: body.length,
      attempts: [],
    });
    const show = async (role: 'ROLE_ANALYST' | 'ROLE_EDITOR') =>
      (
        await gateway.ask('/api/admin/v1/companies/glow/webhooks/deliveries/d', {
          headers: bearer(fakes.token(actor({ role: role as never }))),
        })
      ).text;
    expect(await show('ROLE_EDITOR')).toContain(body);
    expect(await show('ROLE_ANALYST')).not.toContain(body);
  });
});
