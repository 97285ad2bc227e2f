import { type CompanyPolicy, Role } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actor, sessionFakes } from '../../../testing/sessions.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const POLICY: CompanyPolicy = { mayInvite: false, requireTwoFactor: false, editorsMayPublish: false };
const fakes = sessionFakes();
let stored: CompanyPolicy;
let gateway: TestGateway;
beforeEach(async () => {
  stored = POLICY;
  gateway = await startGateway();
  const { handlers } = gateway.services;
  Object.assign(handlers.sessions, fakes.handlers.sessions);
  Object.assign(handlers.funnelAdmin, fakes.handlers.funnelAdmin);
  Object.assign(handlers.members, {
    getPolicy: async () => ({ policy: stored }),
    setPolicy: async ({ policy }: { policy: CompanyPolicy }) => {
      stored = policy;
      return { policy };
    },
  });
});
afterEach(() => gateway.stop());

const ask = (token: string, method: string, body?: object) =>
  gateway.ask('/api/admin/v1/companies/glow/policy', {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

describe('the policy of a company (docs/identity.md I8.2)', () => {
  it('is read and replaced by its administrators, all but mayInvite', async () => {
    const admin = fakes.token(actor({ role: Role.ROLE_ADMIN }));
    expect((await ask(admin, 'GET')).json).toEqual(POLICY);
    const strict = { ...POLICY, requireTwoFactor: true, editorsMayPublish: true };
    const { status, json } = await ask(admin, 'PUT', strict);
    expect([status, json, stored]).toEqual([200, strict, strict]);
    const refused = await ask(admin, 'PUT', { ...strict, mayInvite: true });
    expect([refused.status, refused.json.error, stored]).toEqual([403, 'FORBIDDEN', strict]);
  });

  it.each([
    ['the platform token', () => PLATFORM_TOKEN],
    ['an administrator of the platform', () => fakes.token(actor({ platformAdmin: true, memberships: [] }))],
  ])('%s changes mayInvite', async (_, toToken) => {
    const changed = { ...POLICY, mayInvite: true };
    expect((await ask(toToken(), 'PUT', changed)).status).toBe(200);
    expect(stored).toEqual(changed);
    // From then on, administrators of the company may send it unchanged.
    expect((await ask(fakes.token(actor()), 'PUT', changed)).status).toBe(200);
    expect((await ask(fakes.token(actor()), 'PUT', POLICY)).status).toBe(403);
  });
});
