import { DEFAULT_ASSORTMENT } from '@svc/domain';
import { companyNotFound, json, ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const GLOW = '/api/admin/v1/companies/glow';
const T = (day: number) => new Date(Date.UTC(2026, 10, day));
const HELD = {
  tagging: { products: {}, variants: {} },
  funnels: [{ subdomain: 'beauty', assortment: DEFAULT_ASSORTMENT }],
};
const APPLIED = { company: { handle: 'glow', companyKey: 'k' }, funnels: {}, changed: ['tagging'], warnings: [] };

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async ({ handle }) => {
          if (handle !== 'glow') throw companyNotFound();
          return { companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' };
        },
      },
      releases: {
        rollBackFunnel: async () => ({
          published: { id: 'v5', number: 5 },
          rolledBackTo: { id: 'v1', number: 1 },
          changed: true,
          warnings: [{ path: '/steps/0', message: 'A warning.' }],
        }),
        rollBackSettings: async () => ({ body: json.encode(APPLIED) }),
        listSettingsVersions: async () => ({
          versions: [
            { version: 8, createTime: T(8), changed: ['tagging', 'funnels/gone/matching'], inForce: true },
            { version: 7, createTime: T(7), changed: [], inForce: false },
          ],
          nextPageToken: '7',
        }),
        getSettingsVersion: async ({ version }) => {
          if (version !== 7) throw new ServiceError('NOT_FOUND', 'The settings have no such version.');
          return { blueprintJson: json.encode(HELD) };
        },
      },
    },
  });
});
afterEach(() => gateway.stop());

const headers = { authorization: `Bearer ${PLATFORM_TOKEN}` };
const post = (path: string, body: unknown, company = GLOW) =>
  gateway.ask(`${company}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const calls = (method: string) => gateway.services.calls[method];
/** Methods that were called, without those of the audit log. */
const workCalls = () => Object.keys(gateway.services.calls).filter((method) => !method.startsWith('record'));

describe('POST …/funnels/{subdomain}/rollback (docs/releases.md "Rollback")', () => {
  it('is one call; the answer shows both versions', async () => {
    const answer = await post('/funnels/beauty/rollback', { number: 1 });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        id: 'v5',
        number: 5,
        rolledBackTo: { id: 'v1', number: 1 },
        changed: true,
        warnings: [{ path: '/steps/0', message: 'A warning.' }],
      },
    ]);
    await post('/funnels/beauty/rollback', { versionId: 'v2' });
    const request = { companyId: 'company-1', subdomain: 'beauty' };
    expect(calls('rollBackFunnel')).toEqual([
      { ...request, version: { $case: 'number', value: 1 } },
      { ...request, version: { $case: 'versionId', value: 'v2' } },
    ]);
    expect(workCalls()).toEqual(['getCompany', 'rollBackFunnel']);
  });

  it('a refusal is shown with its pointers', async () => {
    const details = [{ path: '/steps/0/key', message: 'Choose another key.' }];
    gateway.services.handlers.releases.rollBackFunnel = async () => {
      throw new ServiceError('INVALID_BLUEPRINT', 'Version 1 does not fit.', { details });
    };
    const answer = await post('/funnels/beauty/rollback', { number: 1 });
    expect([answer.status, answer.json.error, answer.json.details]).toEqual([400, 'INVALID_BLUEPRINT', details]);
  });

  it.each([[{ number: 0 }], [{ number: 1.5 }], [{ number: 1, versionId: 'v1' }], [{}], [{ numbr: 1 }]])(
    '%j is 400 INVALID_REQUEST, and nothing is rolled back',
    async (body) => {
      const answer = await post('/funnels/beauty/rollback', body);
      expect([answer.status, answer.json.error], answer.text).toEqual([400, 'INVALID_REQUEST']);
      expect(calls('rollBackFunnel')).toBeUndefined();
    },
  );
});

describe('POST …/settings/rollback', () => {
  it('is one call, and returns what apply returns', async () => {
    const answer = await post('/settings/rollback', { version: 7 });
    expect([answer.status, answer.json]).toEqual([200, APPLIED]);
    await post('/settings/rollback', { version: 7, parts: ['tagging', 'funnels/beauty/matching'] });
    expect(calls('rollBackSettings')).toEqual([
      { companyId: 'company-1', version: 7, parts: [] },
      { companyId: 'company-1', version: 7, parts: ['tagging', 'funnels/beauty/matching'] },
    ]);
    expect(workCalls()).toEqual(['getCompany', 'rollBackSettings']);
  });

  it.each([[{}], [{ version: 0 }], [{ version: 7, parts: [] }], [{ version: 7, part: 'tagging' }]])(
    '%j is 400 INVALID_REQUEST, and nothing is rolled back',
    async (body) => {
      const answer = await post('/settings/rollback', body);
      expect([answer.status, answer.json.error], answer.text).toEqual([400, 'INVALID_REQUEST']);
      expect(calls('rollBackSettings')).toBeUndefined();
    },
  );

  it('a version that is not kept is 400 VERSION_NOT_FOUND', async () => {
    gateway.services.handlers.releases.rollBackSettings = async () => {
      throw new ServiceError('VERSION_NOT_FOUND', 'The settings have no such version.');
    };
    const answer = await post('/settings/rollback', { version: 6 });
    expect([answer.status, answer.json.error]).toEqual([400, 'VERSION_NOT_FOUND']);
  });
});

it.each(['/funnels/beauty/rollback', '/settings/rollback'])(
  'POST …%s of an unknown company is 404 whatever the body contains',
  async (path) => {
    const answer = await post(path, '{', GLOW.replace('glow', 'unknown'));
    expect([answer.status, answer.json.error]).toEqual([404, 'NOT_FOUND']);
  },
);

describe('GET …/settings/versions', () => {
  it('lists a page of versions', async () => {
    const answer = await gateway.ask(`${GLOW}/settings/versions?limit=2&cursor=9`, { headers });
    expect(answer.json).toEqual({
      data: [
        { version: 8, createdAt: T(8).toISOString(), changed: ['tagging', 'funnels/gone/matching'], inForce: true },
        { version: 7, createdAt: T(7).toISOString(), changed: [], inForce: false },
      ],
      nextCursor: '7',
    });
    expect(calls('listSettingsVersions')).toEqual([{ companyId: 'company-1', pageSize: 2, pageToken: '9' }]);
  });

  it('…/{version} is a company file, as JSON or YAML', async () => {
    const held = await gateway.ask(`${GLOW}/settings/versions/7`, { headers });
    expect(held.json).toEqual(HELD);
    const yaml = await gateway.ask(`${GLOW}/settings/versions/7`, {
      headers: { ...headers, accept: 'application/yaml' },
    });
    expect(yaml.text).toContain('tagging:\n  products: {}\n');
    for (const version of ['6', '0', 'x', '1e3']) {
      const answer = await gateway.ask(`${GLOW}/settings/versions/${version}`, { headers });
      expect([answer.status, answer.json.error], version).toEqual([404, 'NOT_FOUND']);
    }
  });
});
