import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSession } from './db/session.js';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

describe('GetSnapshot', () => {
  it('an unknown company has an empty catalog at version 0', async () => {
    expect(await catalog.snapshot('unknown')).toEqual({ version: 0, products: [], variants: [] });
  });

  it('has names, pictures and colors when they are asked for', async () => {
    await catalog.importCsv('named', nativeCsv(1));
    const plain = await catalog.snapshot('named');
    const named = await catalog.snapshot('named', true);
    expect(named.products).toEqual(
      plain.products.map((product) => ({ ...product, name: expect.any(String), image: null })),
    );
    expect(named.variants).toEqual(
      plain.variants.map((variant) => ({ ...variant, name: expect.any(String), color: null })),
    );
  });

  it('arrives in chunks of at most 256 KiB', async () => {
    await catalog.importCsv('chunks', nativeCsv(6_000));
    const sizes: number[] = [];
    for await (const { chunk } of catalog.reader.getSnapshot({ companyId: 'chunks' })) sizes.push(chunk.length);
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  });

  it('20 swaps under concurrent readers: every snapshot is one state, never a mixture, never empty (docs/reliability.md R5.1)', async () => {
    const buildCsv = (generation: number) =>
      nativeCsv(300).replaceAll('category:foundation', `generation:${generation}`);
    await catalog.importCsv('swap', buildCsv(0));
    let isSwapping = true;
    const seen = new Set<string>();
    const readers = [1, 2, 3].map(async () => {
      while (isSwapping) {
        const { version, variants } = await catalog.snapshot('swap');
        expect(variants).toHaveLength(300);
        const tags = new Set(variants.flatMap((variant) => variant.tags));
        expect([...tags]).toEqual([`generation:${version - 1}`]);
        seen.add([...tags].join());
      }
    });
    for (let generation = 1; generation <= 20; generation++) await catalog.importCsv('swap', buildCsv(generation));
    isSwapping = false;
    await Promise.all(readers);
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe('ListCatalogChanges', () => {
  it('lists a company once after its catalog changed, and not again without another change', async () => {
    let { cursor } = await catalog.changes();
    await catalog.importCsv('followed', nativeCsv(5));
    expect((await catalog.changes(cursor)).changes).toContainEqual({ companyId: 'followed', version: 1 });
    await catalog.importCsv('followed', nativeCsv(5));
    // It may be listed again while an older transaction of the server is in progress, also one of another database: a test that
    // imports 200,000 rows has long ones.
    const changesSinceLast = async () => {
      const answer = await catalog.changes(cursor);
      cursor = answer.cursor;
      return answer.changes;
    };
    await expect.poll(changesSinceLast, { timeout: 100_000 }).toEqual([]);
  });

  it('never misses a change whose transaction began before the list and committed after it', async () => {
    await catalog.apply('late', 1, { catalog: { products: [] } });
    await withSession(catalog.database.knex, 'late-commit', async (session) => {
      await session.begin();
      await session.query(`insert into catalogs (company_id, version) values ('late-commit', 1)`);
      const { cursor, changes } = await catalog.changes();
      expect(changes.map(({ companyId }) => companyId)).not.toContain('late-commit');
      await catalog.importCsv('early-commit', nativeCsv(5));
      const between = await catalog.changes(cursor);
      expect(between.changes.map(({ companyId }) => companyId)).toContain('early-commit');
      await session.query('commit');
      const after = await catalog.changes(between.cursor);
      expect(after.changes.map(({ companyId }) => companyId)).toContain('late-commit');
    });
  });

  it('starts from the beginning with a cursor from a database that was ahead, and rejects an invalid cursor', async () => {
    await catalog.importCsv('restored', nativeCsv(5));
    const { changes } = await catalog.changes('999999999999');
    expect(changes.map(({ companyId }) => companyId)).toContain('restored');
    await expect(catalog.changes('abc')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('ListProducts', () => {
  it('pages through the products in catalog order, each once', async () => {
    await catalog.importCsv('paged', nativeCsv(115));
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined = ''; cursor !== undefined; pages++) {
      const page = await catalog.admin.listProducts({ companyId: 'paged', query: '', pageSize: 10, pageToken: cursor });
      seen.push(...page.products.map(({ shopSystemId }) => shopSystemId));
      cursor = page.nextPageToken || undefined;
    }
    expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => `P${index}`));
    expect(pages).toBe(3);
  });

  it('finds by name, id and variant id in any letter case; wildcards are ordinary characters', async () => {
    await catalog.importCsv(
      'searched',
      'id;name;url;parentId\nV-1;Velvet 100% Oil;https://s.example;P-1\nV-2;Brow Gel;https://s.example;P-2\n',
    );
    const found = async (query: string) => (await catalog.products('searched', query)).map((p) => p.shopSystemId);
    expect(await found('vElVeT')).toEqual(['P-1']);
    expect(await found('p-2')).toEqual(['P-2']);
    expect(await found('v-2')).toEqual(['P-2']);
    expect(await found('0% o')).toEqual(['P-1']);
    expect(await found('%')).toEqual(['P-1']);
    expect(await found('_')).toEqual([]);
  });

  it('finds one product by its exact id, and products by a tag of their own or of a variant', async () => {
    await catalog.importCsv(
      'filtered',
      'id;name;url;parentId;tags\nV-1;Velvet Coral;https://s.example;P-1;finish:matte|category:lips\n' +
        'V-2;Velvet Rose;https://s.example;P-1;category:lips\nV-10;Brow Gel;https://s.example;P-10;category:brows\n',
    );
    const list = async (filter: { productId?: string; tag?: string }) => {
      const request = { companyId: 'filtered', query: '', pageSize: 100, pageToken: '', ...filter };
      return (await catalog.admin.listProducts(request)).products.map(({ shopSystemId }) => shopSystemId);
    };
    expect(await list({ productId: 'P-1' })).toEqual(['P-1']);
    expect(await list({ productId: 'p-1' })).toEqual([]);
    expect(await list({ tag: 'finish:matte' })).toEqual(['P-1']);
    expect(await list({ tag: 'category:lips' })).toEqual(['P-1']);
    expect(await list({ tag: 'category:brows' })).toEqual(['P-10']);
    expect(await list({ tag: 'category' })).toEqual([]);
  });

  it('refuses a foreign cursor and a limit out of range', async () => {
    const list = (pageSize: number, pageToken: string) =>
      catalog.admin.listProducts({ companyId: 'x', query: '', pageSize, pageToken });
    await expect(list(10, 'garbage')).rejects.toMatchObject({ code: 'INVALID_QUERY' });
    await expect(list(10, Buffer.from('[1]').toString('base64url'))).rejects.toMatchObject({ code: 'INVALID_QUERY' });
    await expect(list(101, '')).rejects.toMatchObject({ code: 'INVALID_QUERY' });
    await expect(list(-1, '')).rejects.toMatchObject({ code: 'INVALID_QUERY' });
  });
});

describe('ListTags', () => {
  const list = async (companyId: string, { query = '', pageSize = 100, pageToken = '' } = {}) =>
    catalog.admin.listTags({ companyId, query, pageSize, pageToken });

  it('counts products and variants of the catalog in force, each once, by name and in pages', async () => {
    const header = 'id;name;url;parentId;tags\n';
    const first = 'V-1;Velvet Coral;https://s.example;P-1;finish:matte|category:lips\n';
    const gone = 'V-9;Old;https://s.example;P-9;season:past\n';
    await catalog.importCsv('tagged', header + first + gone);
    await catalog.importCsv('tagged', `${header}${first}V-2;Velvet Rose;https://s.example;P-1;category:lips\n`);
    const all = [
      { tag: 'category:lips', products: 1, variants: 2 },
      { tag: 'finish:matte', products: 1, variants: 1 },
    ];
    expect((await list('tagged')).items).toEqual(all);
    const page = await list('tagged', { pageSize: 1 });
    expect(page.items).toEqual(all.slice(0, 1));
    expect(await list('tagged', { pageSize: 1, pageToken: page.nextPageToken })).toEqual({
      items: all.slice(1),
      nextPageToken: '',
    });
    expect((await list('tagged', { query: 'MATTE' })).items).toEqual(all.slice(1));
    expect((await list('tagged', { query: '%' })).items).toEqual([]);
    expect((await list('other')).items).toEqual([]);
  });
});
