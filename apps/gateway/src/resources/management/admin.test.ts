import { json } from '@svc/kit';
import type { ApplyBlueprintRequest } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, createAdminApi, GLOW, NEXT_TOKEN } from '../../testing/admin-api.js';
import { PLATFORM_TOKEN } from '../../testing/start-gateway.js';

const api = createAdminApi();
const { admin, sendJson, getCalls } = api;
beforeEach(api.start);
afterEach(api.stop);

describe('the management API. docs/management.md "Authentication"', () => {
  it.each([
    ['GET', ADMIN],
    ['POST', ADMIN],
    ['PUT', `${GLOW}/blueprint`],
    ['GET', `${GLOW}/blueprint`],
    ['POST', `${GLOW}/api-keys`],
    ['GET', `${GLOW}/api-keys`],
    ['DELETE', `${GLOW}/api-keys/k`],
    ['GET', `${GLOW}/funnels`],
    ['GET', `${GLOW}/funnels/beauty/versions`],
    ['GET', `${GLOW}/funnels/beauty/versions/v1`],
    ['POST', `${GLOW}/funnels/beauty/publish`],
    ['POST', `${GLOW}/funnels/beauty/check`],
    ['POST', `${GLOW}/funnels/beauty/replay`],
    ['POST', `${GLOW}/funnels/beauty/rollback`],
    ['GET', `${GLOW}/settings/versions`],
    ['GET', `${GLOW}/settings/versions/1`],
    ['POST', `${GLOW}/settings/rollback`],
    ['POST', `${GLOW}/catalog/imports`],
    ['GET', `${GLOW}/catalog/imports`],
    ['GET', `${GLOW}/catalog/imports/i`],
    ['GET', `${GLOW}/catalog/products`],
    ['GET', `${GLOW}/catalog/tags`],
    ['DELETE', `${GLOW}/analyses?email=a@b.c`],
    ['DELETE', `${GLOW}/analyses/a`],
  ])('%s %s is 401 without the platform token, and calls no service', async (method, path) => {
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer wrong',
      `Bearer ${PLATFORM_TOKEN}x`,
      `Basic ${PLATFORM_TOKEN}`,
    ]) {
      const {
        status,
        json: body,
        headers,
      } = await api.gateway.ask(path, {
        method,
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([status, body.error, headers['cache-control']]).toEqual([401, 'UNAUTHORIZED', 'no-store']);
    }
    expect(api.gateway.services.calls).toEqual({});
  });

  it('each of two platform tokens is accepted, for a rotation (docs/operations.md "Rotation of secrets")', async () => {
    for (const token of [PLATFORM_TOKEN, NEXT_TOKEN]) {
      const { status } = await api.gateway.ask(`${GLOW}/nothing`, { headers: { authorization: `Bearer ${token}` } });
      expect(status).toBe(404);
    }
  });

  it('is not reachable from other origins: no CORS', async () => {
    expect((await admin(ADMIN)).headers).not.toHaveProperty('access-control-allow-origin');
    expect((await admin(ADMIN, { method: 'OPTIONS' })).status).toBe(405);
  });

  it.each(['unknown', 'UPPER', 'x', '%00', 'a.b'])('the company %s is 404', async (handle) => {
    const { status, json: body } = await admin(`${ADMIN}/${handle}/api-keys`);
    expect([status, body.error]).toEqual([404, 'NOT_FOUND']);
  });

  it('creates a company that must be new. docs/management.md "Companies"', async () => {
    const company = { handle: 'fresh', companyKey: 'k'.repeat(25) };
    api.gateway.services.handlers.funnelAdmin.applyBlueprint = async () => ({
      body: json.encode({ company, funnels: {}, changed: ['name'], warnings: [] }),
    });
    const body = { handle: 'fresh', name: 'Fresh', language: 'de', currency: 'EUR' };
    const { status, json: created } = await sendJson('POST', ADMIN, body);
    expect([status, created]).toEqual([201, company]);
    const [call] = getCalls('applyBlueprint') as [ApplyBlueprintRequest];
    expect([call.handle, call.mustBeNew, json.decode(call.blueprintJson)]).toEqual([
      'fresh',
      true,
      { name: 'Fresh', language: 'de', currency: 'EUR' },
    ]);
  });

  it.each([
    [{ handle: 'Glow' }, '/handle'],
    [{ name: 'Glow' }, '/handle'],
    [{ handle: 'glow', funnels: [] }, '/funnels'],
    [{ handle: 'glow', currency: 1 }, '/currency'],
  ])('a company is not created from %j', async (body, path) => {
    const { status, json: refused } = await sendJson('POST', ADMIN, body);
    expect([status, (refused.details as { path: string }[])[0]?.path]).toEqual([400, path]);
    expect(getCalls('applyBlueprint')).toEqual([]);
  });

  it('lists companies in pages: { data, nextCursor }. docs/contract.md C3.5', async () => {
    api.gateway.services.handlers.funnelAdmin.listCompanies = async () => ({
      items: [{ handle: 'glow', name: 'Glow' }],
      nextPageToken: 'c2',
    });
    const { json: body, headers } = await admin(`${ADMIN}?limit=1&cursor=c1`);
    expect(body).toEqual({ data: [{ handle: 'glow', name: 'Glow' }], nextCursor: 'c2' });
    expect(getCalls('listCompanies')).toEqual([{ pageSize: 1, pageToken: 'c1' }]);
    expect(headers['cache-control']).toBe('no-store');
    expect((await admin(`${ADMIN}?limit=0`)).json.error).toBe('INVALID_QUERY');
  });
});
