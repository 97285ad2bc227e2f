import type { TagMatrix, TagUsage } from '@svc/domain';
import { createClient, json } from '@svc/kit';
import { MatcherAdminServiceClient } from '@svc/proto';
import { describe, expect, it } from 'vitest';
import { useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

describe('GetTagMatrix (docs/management.md "Tag matrix")', () => {
  it('has the catalog as catalog-sync has it now, the tagging in force, and both versions', async () => {
    const { company, start, peers } = matchers;
    const matcher = await start();
    const client = createClient(MatcherAdminServiceClient, matcher.address, { timeoutMs: 60_000 });
    const read = async (given: object = {}) => {
      const request = { companyId: company, namespaces: [], query: '', ...given };
      const { matrixJson, ...versions } = await client.getTagMatrix(request);
      return { matrix: json.decode<TagMatrix>(matrixJson), versions };
    };
    peers.catalogs.set(company, {
      version: 9,
      products: [{ id: 'P', name: 'Velvet', image: null, tags: ['skin:dry'] }],
      variants: [
        { id: 'a', product: 0, name: 'Ivory', color: '#f1d6c1', available: true, tags: [] },
        { id: 'b', product: 0, name: 'Sand', color: null, available: false, tags: ['finish:matte'] },
      ],
    });
    const operation = { kind: 'variant' as const, id: 'a', add: ['finish:matte'], remove: [] };
    await matcher.apply(company, 1, {
      taggingOperations: [operation],
      funnels: { [`${company}-funnel`]: { assortment: { tags: ['finish:matte'], productIds: [] } } },
    });
    const { matrix, versions } = await read();
    expect(versions).toEqual({ settingsVersion: 1, catalogVersion: 9 });
    expect(matrix).toEqual({
      settingsVersion: 1,
      catalogVersion: 9,
      tags: ['finish:matte', 'skin:dry'],
      tagTotal: 2,
      namespaces: { name: ['finish', 'skin'], tags: [1, 1] },
      products: { id: ['P'], name: ['Velvet'], image: [null], tags: [[]], catalogTags: [[1]] },
      variants: {
        id: ['a', 'b'],
        product: [0, 0],
        name: ['Ivory', 'Sand'],
        color: ['#f1d6c1', null],
        available: '10',
        tags: [[0], []],
        catalogTags: [[], [0]],
      },
      variantTotal: 2,
    });
    const fitting = await read({ funnelId: `${company}-funnel`, namespaces: ['skin'], query: 'sand' });
    expect([fitting.matrix.tags, fitting.matrix.variants.id]).toEqual([['skin:dry'], ['b']]);
    peers.down.catalog = true;
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    peers.down.catalog = false;
    client.close();
  });
});

describe('GetTagUsage (docs/management.md "Tags")', () => {
  it('has the tags of the catalog, of the tagging in force and of the settings of funnels', async () => {
    const { company, start, peers } = matchers;
    const matcher = await start();
    const client = createClient(MatcherAdminServiceClient, matcher.address, { timeoutMs: 60_000 });
    peers.catalogs.set(company, {
      version: 9,
      products: [{ id: 'P', tags: ['skin:dry'] }],
      variants: [{ id: 'a', product: 0, available: true, tags: [] }],
    });
    await matcher.apply(company, 1, {
      taggingOperations: [{ kind: 'variant', id: 'a', add: ['finish:matte'], remove: [] }],
      funnels: { [`${company}-funnel`]: { assortment: { tags: ['line:new'], productIds: [] } } },
    });
    const read = async () => json.decode<TagUsage[]>((await client.getTagUsage({ companyId: company })).usageJson);
    const base = { products: 0, variants: 0, byCatalog: 0, rules: 0, tabs: 0, assortments: 0 };
    expect(await read()).toEqual([
      { ...base, tag: 'finish:matte', products: 1, variants: 1 },
      { ...base, tag: 'line:new', assortments: 1 },
      { ...base, tag: 'skin:dry', products: 1, variants: 1, byCatalog: 1 },
    ]);
    peers.down.catalog = true;
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    peers.down.catalog = false;
    client.close();
  });
});
