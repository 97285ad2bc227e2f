import { json, ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const BEAUTY = '/api/admin/v1/companies/glow/funnels/beauty';
const outcome = { release: 4, version: { id: 'v4', number: 7 }, settingsVersion: 41, warnings: [] };

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
      },
      releases: {
        compareFunnel: async ({ variantNames }) => ({
          body: json.encode({ changes: [], variantNames }),
          unnamedProductIds: [],
          unnamedVariantIds: 'V1' in variantNames ? [] : ['V1'],
        }),
        releaseFunnel: async () => ({ outcome }),
        restoreRelease: async () => ({ outcome: { ...outcome, settingsVersion: undefined } }),
        listReleases: async () => ({
          releases: [
            {
              number: 2,
              version: { id: 'v2', number: 2 },
              createTime: new Date(Date.UTC(2026, 10, 24)),
              settingsVersion: undefined,
              note: '',
              userName: '',
              restored: undefined,
              inForce: true,
            },
          ],
          nextPageToken: '2',
        }),
      },
    },
  });
});
afterEach(() => gateway.stop());

const headers = { authorization: `Bearer ${PLATFORM_TOKEN}` };
const post = (path: string, body?: unknown) =>
  gateway.ask(`${BEAUTY}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const lastCall = (method: string) => gateway.services.calls[method]?.at(-1);
const owner = { companyId: 'company-1', subdomain: 'beauty' };

describe('POST …/release (docs/releases.md "Releases")', () => {
  it('releases the edit with the revision that the caller has seen, or a draft by its id', async () => {
    const answer = await post('/release', { revision: 17, note: 'For spring' });
    expect([answer.status, answer.json]).toEqual([
      200,
      { release: 4, versionId: 'v4', number: 7, settingsVersion: 41, warnings: [] },
    ]);
    const source = { $case: 'revision', value: 17 };
    expect(lastCall('releaseFunnel')).toEqual({ ...owner, source, force: false, note: 'For spring', userName: '' });
    await post('/release', { versionId: 'v4', force: true });
    expect(lastCall('releaseFunnel')).toMatchObject({ source: { $case: 'draftVersionId', value: 'v4' }, force: true });
  });

  it.each([
    ['neither', {}],
    ['both', { revision: 1, versionId: 'v4' }],
    ['a note that is too long', { revision: 1, note: 'x'.repeat(501) }],
    ['a mistyped key', { revision: 1, forced: true }],
  ])('%s is INVALID_REQUEST, and nothing is released', async (_what, body) => {
    const answer = await post('/release', body);
    expect([answer.status, answer.json.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(lastCall('releaseFunnel')).toBeUndefined();
  });

  it('dead ends are 409 with each of them; a state that has changed is 412', async () => {
    const details = [{ path: '/steps/1', message: 'Nothing matches with taste = sour.' }];
    const refuse = (error: ServiceError) => {
      gateway.services.handlers.releases.releaseFunnel = async () => {
        throw error;
      };
    };
    refuse(new ServiceError('CONFLICT', 'The edit has 1 dead end.', { details }));
    expect(await post('/release', { revision: 1 })).toMatchObject({
      status: 409,
      json: { error: 'CONFLICT', details },
    });
    refuse(new ServiceError('PRECONDITION_FAILED', 'The edit has changed.'));
    expect(await post('/release', { revision: 1 })).toMatchObject({ status: 412 });
  });
});

describe('GET …/releases and POST …/releases/{release}/restore (docs/releases.md "Rollback")', () => {
  it('lists what is not known as null', async () => {
    const answer = await gateway.ask(`${BEAUTY}/releases?limit=1`, { headers });
    expect(answer.json).toEqual({
      data: [
        {
          number: 2,
          version: { id: 'v2', number: 2 },
          releasedAt: '2026-11-24T00:00:00.000Z',
          releasedBy: null,
          note: null,
          restored: null,
          settingsVersion: null,
          inForce: true,
        },
      ],
      nextCursor: '2',
    });
  });

  it('restores a release by its number, also without a body', async () => {
    expect(await post('/releases/3/restore')).toMatchObject({ status: 200, json: { settingsVersion: null } });
    expect(lastCall('restoreRelease')).toEqual({ ...owner, release: 3, force: false, note: '', userName: '' });
  });

  it.each(['0', 'x', '-1', '1.5'])('there is no release %s', async (release) => {
    expect(await post(`/releases/${release}/restore`)).toMatchObject({ status: 404 });
    expect(lastCall('restoreRelease')).toBeUndefined();
  });
});

describe('POST …/diff (docs/releases.md "What changes")', () => {
  it.each([
    ['published', { $case: 'published', value: true }],
    ['edit', { $case: 'edit', value: true }],
    ['draft', { $case: 'draft', value: true }],
    ['a-version', { $case: 'versionId', value: 'a-version' }],
    [3, { $case: 'release', value: 3 }],
  ])('%s names a state', async (from, state) => {
    expect((await post('/diff', { from, to: 'edit', locale: 'de' })).status).toBe(200);
    expect(lastCall('compareFunnel')).toMatchObject({ from: { state }, locale: 'de' });
  });

  it.each([
    ['no state', { from: 'published' }],
    ['an empty state', { from: '', to: 'edit' }],
    ['no language', { from: 'published', to: 'edit', locale: 'not a tag' }],
  ])('%s is INVALID_REQUEST', async (_what, body) => {
    expect(await post('/diff', body)).toMatchObject({ status: 400, json: { error: 'INVALID_REQUEST' } });
  });

  it('sentences have the names of the catalog, and ids while it does not answer', async () => {
    expect((await post('/diff', { from: 'published', to: 'edit' })).json.variantNames).toEqual({});
    gateway.services.handlers.catalogAdmin.listProducts = async ({ query }) => ({
      products: [
        {
          ...{ shopSystemId: 'P1', name: 'Velvet', tags: [] },
          variants: [{ shopSystemId: query, name: 'Coral', tags: [], available: true }],
        },
      ],
      nextPageToken: '',
    });
    expect((await post('/diff', { from: 'published', to: 'edit' })).json.variantNames).toEqual({
      V1: 'Velvet – Coral',
    });
  });
});
