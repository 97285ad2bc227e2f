import { DEFAULT_ASSORTMENT, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE, type MatchingConfig } from '@svc/domain';
import { buildSelection, singleSelection } from '@svc/domain/testing';
import { json, ServiceError } from '@svc/kit';
import { VersionState } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../testing/start-gateway.js';

const GLOW = '/api/admin/v1/companies/glow';
const T = (day: number) => new Date(Date.UTC(2026, 10, day));
const funnel = { assortment: DEFAULT_ASSORTMENT, matching: DEFAULT_MATCHING, resultPage: DEFAULT_RESULT_PAGE };
const OLD: MatchingConfig = {
  tagging: { products: {}, variants: { V1: ['old:yes'] } },
  sets: [],
  funnels: { f1: { ...funnel, assortment: { tags: ['old:yes'], productIds: [] } } },
};
const NOW: MatchingConfig = { tagging: { products: {}, variants: {} }, sets: [], funnels: { f1: funnel } };
const STEPS: Record<string, unknown> = {
  v1: [singleSelection(1, ['dry'])],
  v2: [singleSelection(1, [buildSelection('dryness', ['dry'])])],
  v3: [singleSelection(1, [buildSelection('arid', ['dryness', 'dry'])])],
};
const version = (number: number, state: keyof typeof VersionState, publishTime?: Date) => ({
  id: `v${number}`,
  number,
  state: VersionState[state],
  createTime: T(number),
  publishTime,
});

let gateway: TestGateway;
let config: MatchingConfig;
beforeEach(async () => {
  config = structuredClone(NOW);
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
        listVersions: async () => ({
          versions: [
            version(4, 'VERSION_STATE_DRAFT'),
            version(3, 'VERSION_STATE_PUBLISHED', T(3)),
            version(2, 'VERSION_STATE_SUPERSEDED', T(2)),
            version(1, 'VERSION_STATE_SUPERSEDED', T(1)),
          ],
          nextPageToken: '',
        }),
        applyBlueprint: async () => ({
          body: json.encode({
            company: { handle: 'glow', companyKey: 'k' },
            funnels: { beauty: { id: 'f1', published: { id: 'v5', number: 5 } } },
            changed: ['funnels/beauty/published'],
            warnings: [{ path: '/funnels/0/published/steps/0', message: 'A warning.' }],
          }),
        }),
      },
      funnel: {
        getCompanyState: async () => ({
          version: 1,
          language: 'en',
          funnels: [
            { funnelId: 'f1', subdomain: 'beauty', archived: false, publishedVersionId: 'v3' },
            { funnelId: 'f2', subdomain: 'gone', archived: true },
          ],
        }),
        getVersion: async ({ versionId }) => ({ versionJson: json.encode({ steps: STEPS[versionId] }) }),
      },
      matcherAdmin: { getConfig: async () => ({ configJson: json.encode(config) }) },
      release: {
        listConfigVersions: async () => ({
          versions: [
            { version: 8, createTime: T(8), changed: ['tagging', 'funnels/f2/matching'], inForce: true },
            { version: 7, createTime: T(7), changed: [], inForce: false },
          ],
          nextPageToken: '7',
        }),
        getConfigVersion: async ({ version: asked }) => {
          if (asked !== 7) throw new ServiceError('NOT_FOUND', 'The settings have no such version.');
          return {
            version: { version: 7, createTime: T(7), changed: [], inForce: false },
            configJson: json.encode(OLD),
          };
        },
      },
    },
  });
});
afterEach(() => gateway.stop());

const post = (path: string, body: object) =>
  gateway.ask(`${GLOW}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** The blueprint that was applied. */
const applied = () => {
  const [request] = gateway.services.calls.applyBlueprint as { handle: string; blueprintJson: Buffer }[];
  return [request?.handle, json.decode(request?.blueprintJson as Buffer)];
};

describe('POST …/funnels/{subdomain}/rollback (release safety, "Rollback")', () => {
  it('applies the earlier steps; keys of all versions published since become former ones', async () => {
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
    const steps = [singleSelection(1, [buildSelection('dry', ['arid', 'dryness'])])];
    expect(applied()).toEqual(['glow', { funnels: [{ subdomain: 'beauty', published: { steps } }] }]);
  });

  it('versions published before it have no part in it', async () => {
    await post('/funnels/beauty/rollback', { versionId: 'v2' });
    const steps = [singleSelection(1, [buildSelection('dryness', ['dry', 'arid'])])];
    expect(applied()[1]).toEqual({ funnels: [{ subdomain: 'beauty', published: { steps } }] });
  });

  it('a refusal points into the version', async () => {
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      const details = [{ path: '/funnels/0/published/steps/0/key', message: 'Choose another key.' }];
      throw new ServiceError('INVALID_BLUEPRINT', 'The blueprint has 1 problem; nothing was changed.', { details });
    };
    const answer = await post('/funnels/beauty/rollback', { number: 1 });
    expect([answer.status, answer.json.error, answer.json.details]).toEqual([
      400,
      'INVALID_BLUEPRINT',
      [{ path: '/steps/0/key', message: 'Choose another key.' }],
    ]);
  });

  it.each([
    ['beauty', { number: 4 }, 400, 'VERSION_NOT_FOUND'],
    ['beauty', { number: 9 }, 400, 'VERSION_NOT_FOUND'],
    ['beauty', { number: 0 }, 400, 'INVALID_REQUEST'],
    ['gone', { number: 1 }, 404, 'NOT_FOUND'],
  ])('%s to %j is %i %s, and nothing is applied', async (subdomain, body, status, code) => {
    const answer = await post(`/funnels/${subdomain}/rollback`, body);
    expect([answer.status, answer.json.error], answer.text).toEqual([status, code]);
    expect(gateway.services.calls).not.toHaveProperty('applyBlueprint');
  });
});

describe('POST …/settings/rollback', () => {
  it('applies the parts that differ, as they were, and returns what apply returns', async () => {
    const answer = await post('/settings/rollback', { version: 7 });
    expect([answer.status, answer.json.changed]).toEqual([200, ['funnels/beauty/published']]);
    expect(applied()).toEqual([
      'glow',
      {
        tagging: OLD.tagging,
        funnels: [{ subdomain: 'beauty', assortment: { tags: ['old:yes'], productIds: [] } }],
      },
    ]);
  });

  it('when nothing differs, an apply without content says so', async () => {
    config = structuredClone(OLD);
    expect((await post('/settings/rollback', { version: 7 })).status).toBe(200);
    expect(applied()).toEqual(['glow', {}]);
  });

  it('settings of an earlier release get the defaults of what came since', async () => {
    const { ai: _ai, ...older } = DEFAULT_MATCHING;
    gateway.services.handlers.release.getConfigVersion = async () => ({
      version: { version: 7, createTime: T(7), changed: [], inForce: false },
      configJson: json.encode({ ...NOW, funnels: { f1: { ...funnel, matching: older } } }),
    });
    await post('/settings/rollback', { version: 7, parts: ['funnels/beauty/matching'] });
    expect(applied()[1]).toEqual({ funnels: [{ subdomain: 'beauty', matching: DEFAULT_MATCHING }] });
  });

  it('refusals and warnings name the parts', async () => {
    const pointed = { path: '/funnels/0/assortment/tags/0', message: 'Nothing carries this tag.' };
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => ({
      body: json.encode({ company: {}, funnels: {}, changed: [], warnings: [pointed] }),
    });
    const named = [{ ...pointed, path: '/funnels/beauty/assortment/tags/0' }];
    expect((await post('/settings/rollback', { version: 7 })).json.warnings).toEqual(named);
    gateway.services.handlers.funnelAdmin.applyBlueprint = async () => {
      throw new ServiceError('INVALID_BLUEPRINT', 'No.', { details: [pointed] });
    };
    const refused = await post('/settings/rollback', { version: 7 });
    expect([refused.status, refused.json.details]).toEqual([400, named]);
  });

  it('a version that is not kept is VERSION_NOT_FOUND, and nothing is applied', async () => {
    const answer = await post('/settings/rollback', { version: 6 });
    expect([answer.status, answer.json.error]).toEqual([400, 'VERSION_NOT_FOUND']);
    expect(gateway.services.calls).not.toHaveProperty('applyBlueprint');
  });
});

describe('GET …/settings/versions', () => {
  it('names funnels by sub-domain, archived ones too', async () => {
    const headers = { authorization: `Bearer ${PLATFORM_TOKEN}` };
    const answer = await gateway.ask(`${GLOW}/settings/versions?limit=2&cursor=9`, { headers });
    expect(answer.json).toEqual({
      data: [
        { version: 8, createdAt: T(8).toISOString(), changed: ['tagging', 'funnels/gone/matching'], inForce: true },
        { version: 7, createdAt: T(7).toISOString(), changed: [], inForce: false },
      ],
      nextCursor: '7',
    });
    expect(gateway.services.calls.listConfigVersions).toEqual([
      { companyId: 'company-1', pageSize: 2, pageToken: '9' },
    ]);
  });

  it('…/{version} is what it held, as a company file of the funnels that are there', async () => {
    const headers = { authorization: `Bearer ${PLATFORM_TOKEN}` };
    const held = await gateway.ask(`${GLOW}/settings/versions/7`, { headers });
    expect(held.json).toEqual({
      tagging: OLD.tagging,
      sets: [],
      funnels: [{ subdomain: 'beauty', ...OLD.funnels.f1 }],
    });
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
