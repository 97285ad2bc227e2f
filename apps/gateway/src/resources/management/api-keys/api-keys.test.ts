import { ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdminApi, GLOW, T0 } from '../../../testing/admin-api.js';

const api = createAdminApi();
const { admin, sendJson, getCalls } = api;
beforeEach(api.start);
afterEach(api.stop);

describe('keys. docs/management.md "Keys, versions, imports, erasure"', () => {
  const key = {
    id: 'k1',
    name: 'Shop',
    lastFour: 'abcd',
    scopes: ['funnel.read'],
    createTime: T0,
    userName: '',
    expireTime: undefined,
    lastUsedTime: undefined,
    revokeTime: undefined,
  };

  it('are created with 201; the value is in this answer only', async () => {
    api.gateway.services.handlers.funnelAdmin.createApiKey = async () => ({ key, value: 'svc_live_secret' });
    api.gateway.services.handlers.funnelAdmin.listApiKeys = async () => ({ keys: [key], nextPageToken: '' });
    const request = { name: ' Shop ', expiresAt: '2027-01-01T00:00:00+01:00', scopes: ['funnel.read', 'funnel.read'] };
    const created = await sendJson('POST', `${GLOW}/api-keys`, request);
    expect(created.status).toBe(201);
    expect(created.json).toEqual({
      id: 'k1',
      name: 'Shop',
      value: 'svc_live_secret',
      lastFour: 'abcd',
      scopes: ['funnel.read'],
      createdAt: '2026-11-21T10:00:00.000Z',
      createdBy: null,
      expiresAt: null,
    });
    expect(getCalls('createApiKey')).toEqual([
      {
        companyId: 'company-1',
        name: 'Shop',
        expireTime: new Date('2026-12-31T23:00:00Z'),
        scopes: ['funnel.read'],
        userName: '',
      },
    ]);
    const listed = await admin(`${GLOW}/api-keys`);
    expect(listed.json).toMatchObject({ data: [{ id: 'k1', lastUsedAt: null, revokedAt: null }], nextCursor: null });
    expect(listed.text).not.toContain('svc_live_secret');
    expect(JSON.stringify(api.gateway.logs)).not.toContain('svc_live_secret');
  });

  it.each([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: '  ' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ name: 'a', expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ name: 'a', expiresAt: '2027-01-01' }, '/expiresAt'],
    [{ name: 'a', expiresAt: '2027-02-30T00:00:00Z' }, '/expiresAt'],
    [{ name: 'a', scopes: [] }, '/scopes'],
    [{ name: 'a', scopes: ['admin'] }, '/scopes/0'],
    [{ name: 'a', expires: 'x' }, '/expires'],
  ])('%j is INVALID_REQUEST. C4.2', async (request, path) => {
    const { status, json: body } = await sendJson('POST', `${GLOW}/api-keys`, request);
    expect([status, body.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.details).toMatchObject([{ path }]);
  });

  it('the 21st is API_KEY_LIMIT. docs/contract.md C18.1', async () => {
    api.gateway.services.handlers.funnelAdmin.createApiKey = async () => {
      throw new ServiceError('API_KEY_LIMIT', '20 keys are active.');
    };
    const { status, json: body } = await sendJson('POST', `${GLOW}/api-keys`, { name: 'a' });
    expect([status, body.error]).toEqual([409, 'API_KEY_LIMIT']);
  });

  it('are revoked with 204. C5.8', async () => {
    api.gateway.services.handlers.funnelAdmin.revokeApiKey = async () => ({});
    const { status, text } = await admin(`${GLOW}/api-keys/k1`, { method: 'DELETE' });
    expect([status, text]).toEqual([204, '']);
    expect(getCalls('revokeApiKey')).toEqual([{ companyId: 'company-1', apiKeyId: 'k1' }]);
  });
});
