import { companyNotFound, json, ServiceError } from '@svc/kit';
import { type ApplyBlueprintRequest, VersionState } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeHandlers } from '../../testing/fake-services.js';
import { matchingInput } from '../../testing/fixtures.js';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../../testing/start-gateway.js';

const ADMIN = '/api/admin/v1/companies';
const GLOW = `${ADMIN}/glow`;
const NEXT_TOKEN = 'the-token-that-replaces-the-one-of-the-tests';
const T0 = new Date('2026-11-21T10:00:00Z');

/** A company `glow`; every other handle is unknown. */
const funnelAdmin = (): NonNullable<FakeHandlers['funnelAdmin']> => ({
  getCompany: async ({ handle }) => {
    if (handle !== 'glow') throw companyNotFound();
    return { companyId: 'company-1', name: 'Glow', language: 'en', currency: 'CHF' };
  },
});

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: { funnelAdmin: funnelAdmin() },
    env: { PLATFORM_TOKEN: `${PLATFORM_TOKEN},${NEXT_TOKEN}` },
  });
});
afterEach(() => gateway.stop());

const admin = (path: string, { headers = {}, ...options }: Ask = {}) =>
  gateway.ask(path, { headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, ...headers }, ...options });
const sendJson = (method: string, path: string, body: unknown) =>
  admin(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const getCalls = (method: string) => gateway.services.calls[method] ?? [];

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
      } = await gateway.ask(path, {
        method,
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([status, body.error, headers['cache-control']]).toEqual([401, 'UNAUTHORIZED', 'no-store']);
    }
    expect(gateway.services.calls).toEqual({});
  });

  it('each of two platform tokens is accepted, for a rotation (docs/operations.md "Rotation of secrets")', async () => {
    for (const token of [PLATFORM_TOKEN, NEXT_TOKEN]) {
      const { status } = await gateway.ask(`${GLOW}/nothing`, { headers: { authorization: `Bearer ${token}` } });
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
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => ({
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
    gateway.services.handlers.funnelAdmin.listCompanies = async () => ({
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

describe('the blueprint. docs/management.md "Applying"', () => {
  beforeEach(() => {
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => ({ body: Buffer.from('{"changed":[]}') });
  });
  const put = (type: string, body: string) =>
    admin(`${GLOW}/blueprint`, { method: 'PUT', headers: { 'content-type': type }, body });
  const applied = () =>
    getCalls('applyBlueprint').map((request) => json.decode((request as ApplyBlueprintRequest).blueprintJson));

  it.each([
    ['application/json', '{"name":"Glow","sets":null}'],
    ['application/yaml; charset=utf-8', 'name: Glow\nsets: []\n'],
    ['text/yaml', 'name: Glow\nsets:\n'],
  ])('%s is applied, defaults filled in, and the answer is the service’s', async (type, body) => {
    const answer = await put(type, body);
    expect([answer.status, answer.text]).toEqual([200, '{"changed":[]}']);
    expect(applied()).toEqual([{ name: 'Glow', sets: [] }]);
  });

  it('structural errors are listed without calling the service', async () => {
    const { status, json: body } = await put('application/yaml', 'nmae: Glow\nlanguage: 5\n');
    expect([status, body.error]).toEqual([400, 'INVALID_BLUEPRINT']);
    expect(body.details).toEqual([
      { path: '/language', message: 'The value must be a string.' },
      { path: '/nmae', message: 'This key is not known here; it must be corrected or removed.' },
    ]);
    expect(getCalls('applyBlueprint')).toEqual([]);
  });

  it.each(['svc.test', 'beauty.svc.test', 'dashboard.svc.test'])(
    'a funnel cannot have %s, which is ours, as its own host',
    async (host) => {
      const funnels = [
        { subdomain: 'one', host: 'quiz.glow.example' },
        { subdomain: 'two', host },
        { subdomain: 'three' },
      ];
      const { status, json: body } = await put('application/json', JSON.stringify({ funnels }));
      expect([status, body.error]).toEqual([400, 'INVALID_BLUEPRINT']);
      const message = 'The host must be a host name of your own; those below svc.test follow from subdomain.';
      expect(body.details).toEqual([{ path: '/funnels/1/host', message }]);
      expect(getCalls('applyBlueprint')).toEqual([]);
    },
  );

  it('faults that the service finds are passed on as they are', async () => {
    const details = [{ path: '/funnels/0/published/steps/1/id', message: 'This id is used twice.' }];
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      throw new ServiceError('INVALID_BLUEPRINT', 'Nothing was applied.', { details });
    };
    expect((await put('application/json', '{}')).json).toMatchObject({ error: 'INVALID_BLUEPRINT', details });
  });

  it('a service that died in the middle is 503: apply again', async () => {
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      throw new ServiceError('UNAVAILABLE', 'Apply again.');
    };
    const { status, json: body, headers } = await put('application/json', '{}');
    expect([status, body.error, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '1']);
  });

  it('another type is 415; 32 MiB and a byte are 413', async () => {
    expect((await put('text/plain', '{}')).status).toBe(415);
    const headers = { 'content-type': 'application/json', 'content-length': String(32 * 1024 * 1024 + 1) };
    expect((await admin(`${GLOW}/blueprint`, { method: 'PUT', headers, body: '{}' })).json.error).toBe(
      'REQUEST_TOO_LARGE',
    );
  });

  it('is exported as JSON, or as YAML that can be applied again', async () => {
    const blueprint = {
      handle: 'glow',
      name: 'Glow: "Cosmetics"',
      tagging: { products: { '1': ['a:b'] }, variants: {} },
    };
    gateway.services.handlers.funnelAdmin.getBlueprint = async () => ({ blueprintJson: json.encode(blueprint) });
    const asJson = await admin(`${GLOW}/blueprint`);
    expect(asJson.json).toEqual(blueprint);
    const asYaml = await admin(`${GLOW}/blueprint`, { headers: { accept: 'application/yaml' } });
    expect(asYaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(asYaml.headers.vary).toBe('Accept');
    expect((await put('application/yaml', asYaml.text)).status).toBe(200);
    expect(applied()).toEqual([blueprint]);
  });
});

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
    gateway.services.handlers.funnelAdmin.createApiKey = async () => ({ key, value: 'svc_live_secret' });
    gateway.services.handlers.funnelAdmin.listApiKeys = async () => ({ keys: [key], nextPageToken: '' });
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
    expect(JSON.stringify(gateway.logs)).not.toContain('svc_live_secret');
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
    gateway.services.handlers.funnelAdmin.createApiKey = async () => {
      throw new ServiceError('API_KEY_LIMIT', '20 keys are active.');
    };
    const { status, json: body } = await sendJson('POST', `${GLOW}/api-keys`, { name: 'a' });
    expect([status, body.error]).toEqual([409, 'API_KEY_LIMIT']);
  });

  it('are revoked with 204. C5.8', async () => {
    gateway.services.handlers.funnelAdmin.revokeApiKey = async () => ({});
    const { status, text } = await admin(`${GLOW}/api-keys/k1`, { method: 'DELETE' });
    expect([status, text]).toEqual([204, '']);
    expect(getCalls('revokeApiKey')).toEqual([{ companyId: 'company-1', apiKeyId: 'k1' }]);
  });
});

describe('funnel versions. docs/management.md "Versions"', () => {
  it('are listed with their states', async () => {
    gateway.services.handlers.funnelAdmin.listVersions = async () => ({
      versions: [
        { id: 'v2', number: 2, state: VersionState.VERSION_STATE_DRAFT, createTime: T0, publishTime: undefined },
        { id: 'v1', number: 1, state: VersionState.VERSION_STATE_PUBLISHED, createTime: T0, publishTime: T0 },
      ],
      nextPageToken: '',
    });
    expect((await admin(`${GLOW}/funnels/beauty/versions`)).json).toEqual({
      data: [
        { id: 'v2', number: 2, state: 'DRAFT', createdAt: T0.toISOString(), publishedAt: null },
        { id: 'v1', number: 1, state: 'PUBLISHED', createdAt: T0.toISOString(), publishedAt: T0.toISOString() },
      ],
      nextCursor: null,
    });
    expect(getCalls('listVersions')).toEqual([
      { companyId: 'company-1', subdomain: 'beauty', pageSize: 50, pageToken: '' },
    ]);
  });

  it('are in the list of funnels; a funnel without a draft or an edit has null there', async () => {
    const published = {
      id: 'v1',
      number: 1,
      state: VersionState.VERSION_STATE_PUBLISHED,
      createTime: T0,
      publishTime: T0,
    };
    const item = { id: 'f1', subdomain: 'beauty', name: 'Beauty quiz', paused: false, published };
    gateway.services.handlers.funnelAdmin.listFunnels = async () => ({ items: [item], nextPageToken: 'next' });
    expect((await admin(`${GLOW}/funnels?limit=1`)).json).toEqual({
      data: [
        {
          id: 'f1',
          subdomain: 'beauty',
          name: 'Beauty quiz',
          host: null,
          paused: false,
          published: {
            id: 'v1',
            number: 1,
            state: 'PUBLISHED',
            createdAt: T0.toISOString(),
            publishedAt: T0.toISOString(),
          },
          draft: null,
          edit: null,
        },
      ],
      nextCursor: 'next',
    });
    await admin(`${GLOW}/funnels?archived=true`);
    expect(getCalls('listFunnels')).toEqual([
      { companyId: 'company-1', archived: false, pageSize: 1, pageToken: '' },
      { companyId: 'company-1', archived: true, pageSize: 50, pageToken: '' },
    ]);
  });

  it('are returned one by one with their steps', async () => {
    const version = {
      id: 'v1',
      number: 1,
      state: VersionState.VERSION_STATE_SUPERSEDED,
      createTime: T0,
      publishTime: T0,
    };
    const steps = [{ id: 1, type: 'HAIR_COLOR' }];
    gateway.services.handlers.funnelAdmin.describeVersion = async () => ({ version, stepsJson: json.encode(steps) });
    const id = '7hQm2ZsYw4cUaK8nXe1TfB';
    const answer = await admin(`${GLOW}/funnels/beauty/versions/${id}`);
    expect(answer.json).toMatchObject({ id: 'v1', number: 1, state: 'SUPERSEDED', steps });
    expect(getCalls('describeVersion')).toEqual([{ companyId: 'company-1', subdomain: 'beauty', versionId: id }]);
  });

  it('the draft is published; without one it is FUNNEL_NOT_PUBLISHED', async () => {
    gateway.services.handlers.funnelAdmin.publishDraft = async () => ({ versionId: 'v2', number: 2 });
    const publish = () => admin(`${GLOW}/funnels/beauty/publish`, { method: 'POST' });
    expect((await publish()).json).toEqual({ id: 'v2', number: 2 });
    gateway.services.handlers.funnelAdmin.publishDraft = async () => {
      throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'No draft.');
    };
    expect((await publish()).status).toBe(409);
  });
});

describe('erasure. docs/management.md "Keys, versions, imports, erasure"', () => {
  it('of one analysis is 204, of an unknown one 404', async () => {
    gateway.services.handlers.analysis.eraseAnalysis = async ({ analysisId }) => {
      if (analysisId !== 'a1') throw new ServiceError('NOT_FOUND', 'No analysis with this id.');
      return {};
    };
    expect((await admin(`${GLOW}/analyses/a1`, { method: 'DELETE' })).status).toBe(204);
    expect((await admin(`${GLOW}/analyses/a2`, { method: 'DELETE' })).status).toBe(404);
    expect(getCalls('eraseAnalysis')[0]).toEqual({ companyId: 'company-1', analysisId: 'a1' });
  });

  it('by e-mail answers with the number, and the address is in no log', async () => {
    gateway.services.handlers.analysis.eraseAnalysesByEmail = async () => ({ erased: 2 });
    const { json: body } = await admin(`${GLOW}/analyses?email=Ada%2Bx%40example.org`, { method: 'DELETE' });
    expect(body).toEqual({ erased: 2 });
    expect(getCalls('eraseAnalysesByEmail')).toEqual([{ companyId: 'company-1', email: 'Ada+x@example.org' }]);
    expect(JSON.stringify(gateway.logs)).not.toContain('example.org');
  });

  it.each(['', '?email=', '?email=a@b.c&email=d@e.f', '?email=a%00'])('%j names no address', async (query) => {
    expect((await admin(`${GLOW}/analyses${query}`, { method: 'DELETE' })).json.error).toBe('INVALID_QUERY');
  });

  it('empties the warm cache of this process before it answers', async () => {
    const id = '5gNp1RtXv6dSbM3oYf0UhC';
    const matches = `/api/v1/analyses/${id}/matches`;
    let known = true;
    gateway.services.handlers.analysis.getMatchingInput = async () => {
      if (!known) throw new ServiceError('NOT_FOUND', 'Gone.');
      return { input: matchingInput() };
    };
    gateway.services.handlers.matcher.matchVariants = async () => ({
      body: Buffer.from('{"matchedVariants":[]}'),
      state: 's',
    });
    gateway.services.handlers.analysis.eraseAnalysis = async () => {
      known = false;
      return {};
    };
    expect((await gateway.ask(matches)).status).toBe(200);
    await admin(`${GLOW}/analyses/${id}`, { method: 'DELETE' });
    expect((await gateway.ask(matches)).status).toBe(404);
  });
});
