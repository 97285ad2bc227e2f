import { companyNotFound, json, ServiceError } from '@svc/kit';
import { VersionState } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { tagMatrixExample } from './tagging-examples.js';

const GLOW = '/api/admin/v1/companies/glow';
const CHANGED = { settingsVersion: 8, previousVersion: 7, applied: 1, withoutEffect: 0, warnings: [] };

let gateway: TestGateway;
let versions: { settingsVersion: number; catalogVersion: number };
beforeEach(async () => {
  versions = { settingsVersion: 41, catalogVersion: 7 };
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async ({ handle }) => {
          if (handle !== 'glow') throw companyNotFound();
          return { companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' };
        },
        changeTagging: async () => CHANGED,
      },
      funnel: {
        getCompanyState: async () => ({
          version: 1,
          language: 'en',
          funnels: [{ funnelId: 'f1', archived: false, subdomain: 'beauty' }],
        }),
      },
      matcherAdmin: {
        getTagMatrix: async () => ({ matrixJson: json.encode(tagMatrixExample), ...versions }),
      },
    },
  });
});
afterEach(() => gateway.stop());

const patch = (body: unknown, company = GLOW) =>
  gateway.ask(`${company}/tagging`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const sent = () => {
  const [request] = gateway.services.calls.changeTagging as [{ operationsJson: Buffer; handle: string }];
  return { handle: request.handle, operations: json.decode<unknown[]>(request.operationsJson) };
};
const add = (id: string, ...tags: string[]) => ({ kind: 'variant', id, add: tags });

describe('PATCH …/tagging (docs/management.md "Tagging")', () => {
  it('hands the operations on with their defaults, and answers what they did', async () => {
    const { status, json: body } = await patch({
      operations: [add('V1', 'a:b'), { kind: 'product', id: 'P1', remove: ['a:b'] }],
    });
    expect([status, body]).toEqual([200, CHANGED]);
    expect(sent()).toEqual({
      handle: 'glow',
      operations: [
        { kind: 'variant', id: 'V1', add: ['a:b'], remove: [] },
        { kind: 'product', id: 'P1', add: [], remove: ['a:b'] },
      ],
    });
  });

  it('takes 20,000 operations and no more', async () => {
    const operations = Array.from({ length: 20_000 }, (_, index) => add(`V${index}`, 'a:b', 'c:d', 'e:f'));
    expect((await patch({ operations })).status).toBe(200);
    expect(sent().operations).toHaveLength(20_000);
    const { status, json: body } = await patch({ operations: [...operations, add('one', 'a:b')] });
    expect([status, body.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.details).toEqual([{ path: '/operations', message: 'The request must have 1 to 20,000 operations.' }]);
  });

  it.each([
    ['no operation', { operations: [] }, '/operations'],
    ['an unknown kind', { operations: [{ kind: 'set', id: 'S', add: ['a:b'] }] }, '/operations/0/kind'],
    ['an unknown key', { operations: [{ ...add('V1', 'a:b'), tags: [] }] }, '/operations/0/tags'],
    ['a tag without a namespace', { operations: [add('V1', 'a:b'), add('V2', 'matte')] }, '/operations/1/add/0'],
    ['a tag added and removed', { operations: [{ ...add('V1', 'a:b'), remove: ['a:b'] }] }, '/operations/0/add/0'],
    ['a replacement', { tagging: { products: {}, variants: {} } }, '/operations'],
  ])('%s is refused with its place, and nothing is handed on', async (_, body, path) => {
    const answer = await patch(body);
    expect([answer.status, answer.json.error]).toEqual([400, 'INVALID_REQUEST']);
    const details = answer.json.details as { path: string }[];
    expect(details.map((detail) => detail.path)).toContain(path);
    expect(gateway.services.calls.changeTagging).toBeUndefined();
  });

  it('an unknown company is 404 whatever the body contains', async () => {
    expect((await patch('{', '/api/admin/v1/companies/other')).status).toBe(404);
  });
});

describe('GET …/tag-matrix (docs/management.md "Tag matrix")', () => {
  const get = (query = '', headers: Record<string, string> = {}) =>
    gateway.ask(`${GLOW}/tag-matrix${query}`, { headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, ...headers } });
  const asked = () => gateway.services.calls.getTagMatrix?.at(-1);

  it('hands the filter on: a funnel by its sub-domain, namespaces and a search', async () => {
    const { status, json: body } = await get('?funnel=beauty&namespace=skin&namespace=finish&query=velvet');
    expect([status, body]).toEqual([200, tagMatrixExample]);
    expect(asked()).toMatchObject({
      companyId: 'company-1',
      funnelId: 'f1',
      namespaces: ['skin', 'finish'],
      query: 'velvet',
    });
    await get();
    expect(asked()).toMatchObject({ namespaces: [], query: '' });
    expect(asked()).not.toHaveProperty('funnelId', 'f1');
    expect((await get('?funnel=gone')).status).toBe(404);
    expect((await get(`?query=${'x'.repeat(256)}`)).status).toBe(400);
    expect((await get(`?${'namespace=a&'.repeat(51)}query=`)).status).toBe(400);
  });

  it('is 304 until settings or catalog have another version, for each query by itself', async () => {
    const etag = String((await get()).headers.etag);
    const getStatus = async (query = '') => (await get(query, { 'if-none-match': etag })).status;
    expect(await getStatus()).toBe(304);
    expect(await getStatus('?query=velvet')).toBe(200);
    versions.settingsVersion += 1;
    expect(await getStatus()).toBe(200);
    versions = { settingsVersion: 41, catalogVersion: 8 };
    expect(await getStatus()).toBe(200);
  });
});

describe('GET …/tags (docs/management.md "Tags")', () => {
  const row = (tag: string, places: object = {}) => ({
    ...{ tag, products: 0, variants: 0, byCatalog: 0, options: 0, rules: 0, tabs: 0, assortments: 0 },
    ...places,
  });
  const get = (query = '') =>
    gateway.ask(`${GLOW}/tags${query}`, { headers: { authorization: `Bearer ${PLATFORM_TOKEN}` } });
  const option = (key: string, tags: Partial<Record<'require' | 'prefer' | 'avoid', string[]>>) => ({
    key,
    tags: { require: [], prefer: [], avoid: [], ...tags },
  });
  const state = VersionState.VERSION_STATE_PUBLISHED;
  const version = (id: string) => ({ id, number: 1, state, createTime: undefined, publishTime: undefined });

  beforeEach(() => {
    const { options: _, ...usage } = row('finish:matte', { products: 1, variants: 2, byCatalog: 1, rules: 1 });
    const { options: __, ...other } = row('skin:dry', { tabs: 1, assortments: 2 });
    const { handlers } = gateway.services;
    handlers.matcherAdmin.getTagUsage = async () => ({ usageJson: json.encode([usage, other]) });
    handlers.funnelAdmin.listFunnels = async ({ pageToken }) => ({
      items: [
        {
          ...{ id: 'f1', subdomain: pageToken || 'beauty', name: 'Quiz', paused: false },
          published: version('published'),
          draft: version('draft'),
        },
      ],
      nextPageToken: pageToken === '' ? 'hair' : '',
    });
    const steps = {
      published: [
        { id: 1, selections: [option('a', { require: ['Skin: dry'] }), option('b', { avoid: ['skin:dry'] })] },
      ],
      draft: [{ id: 1, selections: [option('a', { prefer: ['skin:dry', 'care:gone'] })] }, { id: 2 }],
    };
    handlers.funnelAdmin.describeVersion = async ({ versionId, subdomain }) => {
      if (subdomain === 'hair') throw new ServiceError('NOT_FOUND', 'No such funnel.');
      return { version: undefined, stepsJson: json.encode(steps[versionId as 'draft']) };
    };
  });

  it('lists where tags occur, also tags that only options name, and counts an option of two versions once (docs/dashboard.md Y27.1)', async () => {
    const { status, json: body } = await get();
    expect([status, body]).toEqual([
      200,
      {
        data: [
          row('care:gone', { options: 1 }),
          row('finish:matte', { products: 1, variants: 2, byCatalog: 1, rules: 1 }),
          row('skin:dry', { tabs: 1, assortments: 2, options: 2 }),
        ],
        nextCursor: null,
      },
    ]);
  });

  it('is searched by a part of the tag, and read in pages (docs/dashboard.md Y27.1)', async () => {
    const list = async (query: string) => {
      const { data, nextCursor } = (await get(query)).json as { data: { tag: string }[]; nextCursor: string | null };
      return { tags: data.map(({ tag }) => tag), nextCursor };
    };
    expect((await list('?query=N%3Ad')).tags).toEqual(['skin:dry']);
    const { tags, nextCursor } = await list('?limit=2');
    expect(tags).toEqual(['care:gone', 'finish:matte']);
    expect(await list(`?limit=2&cursor=${nextCursor}`)).toEqual({ tags: ['skin:dry'], nextCursor: null });
    expect((await get('?limit=0')).status).toBe(400);
  });
});
