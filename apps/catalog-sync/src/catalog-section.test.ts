import type { CatalogProduct, CatalogSection } from '@svc/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

function product(id: string, variantIds: string[]): CatalogProduct {
  return {
    shopSystemId: id,
    name: `Product ${id} –`,
    url: `https://shop.example/${id}`,
    tags: ['category:foundation'],
    variants: variantIds.map((variantId) => ({
      shopSystemId: variantId,
      name: `Variant ${variantId}\\ "x"`,
      available: true,
      price: '19.90',
      color: '#f1d6c1',
      tags: ['finish:matte', 'shade:a,b{c}"d"\\e'],
    })),
  };
}

function section(...products: CatalogProduct[]): CatalogSection {
  return { currency: 'EUR', catalog: { products } };
}

const FIRST = section(product('P2', ['V3']), product('P1', ['V2', 'V1']), product('P3', []));

describe('the catalog of a blueprint (docs/management.md "Applying")', () => {
  it('is stored as given, in its order, and given back as it was', async () => {
    expect(await catalog.prepare('applied', FIRST)).toEqual(['catalog']);
    await catalog.apply('applied', 1, FIRST);
    expect(await catalog.exported('applied')).toEqual({ ...FIRST, feed: null });
    expect(await catalog.snapshot('applied')).toEqual({
      version: 1,
      products: ['P2', 'P1', 'P3'].map((id) => ({ id, tags: ['category:foundation'] })),
      variants: [
        ['V3', 0],
        ['V2', 1],
        ['V1', 1],
      ].map(([id, index]) => ({ id, product: index, available: true, tags: ['finish:matte', 'shade:a,b{c}"d"\\e'] })),
    });
    expect(catalog.published).toContain('applied');
  });

  it('a repeated or older revision changes nothing', async () => {
    await catalog.apply('revisions', 5, FIRST);
    const before = await catalog.snapshot('revisions');
    const other = section(product('P9', ['V9']));
    await catalog.apply('revisions', 5, other);
    await catalog.apply('revisions', 4, other);
    expect(await catalog.snapshot('revisions')).toEqual(before);
    await catalog.apply('revisions', 6, other);
    expect((await catalog.snapshot('revisions')).variants.map(({ id }) => id)).toEqual(['V9']);
  });

  it('products is a complete list: what it does not name becomes unavailable, without a guard', async () => {
    await catalog.apply(
      'complete',
      1,
      section(
        product(
          'P1',
          Array.from({ length: 100 }, (_, index) => `V${index}`),
        ),
        product('P2', ['W1']),
      ),
    );
    await catalog.apply('complete', 2, section(product('P2', ['W1'])));
    expect((await catalog.snapshot('complete')).products).toEqual([{ id: 'P2', tags: ['category:foundation'] }]);
    const [kept, vanished] = await catalog.products('complete');
    expect(kept?.variants[0]?.available).toBe(true);
    expect(vanished?.variants.map(({ available }) => available)).toEqual(Array(100).fill(false));
    await catalog.apply('complete', 3, section());
    expect(await catalog.snapshot('complete')).toEqual({ version: 3, products: [], variants: [] });
    expect((await catalog.exported('complete')).catalog).toEqual({ products: [] });
  });

  it('the catalog that was applied last changes nothing, also after an import in between', async () => {
    await catalog.apply('between', 1, FIRST);
    await catalog.importCsv('between', nativeCsv(10));
    const imported = await catalog.snapshot('between');
    expect(imported.variants).toHaveLength(10);
    expect(await catalog.prepare('between', FIRST)).toEqual([]);
    await catalog.apply('between', 2, FIRST);
    expect(await catalog.snapshot('between')).toEqual(imported);
    const other = section(product('P1', ['V1']));
    expect(await catalog.prepare('between', other)).toEqual(['catalog']);
    await catalog.apply('between', 3, other);
    expect((await catalog.snapshot('between')).variants.map(({ id }) => id)).toEqual(['V1']);
    await catalog.apply('between', 4, FIRST);
    expect((await catalog.snapshot('between')).variants.map(({ id }) => id)).toEqual(['V3', 'V2', 'V1']);
  });

  it.each([
    ['in order', nativeCsv(40)],
    [
      'scattered',
      'id;name;url;parentId\nA1;Oil Red;https://s.example;A\nB1;Gel;https://s.example;B\nA2;Oil Rose;https://s.example;A\n',
    ],
  ])('the export of an import (%s) changes nothing when it is applied', async (name, csv) => {
    const company = `export ${name}`;
    await catalog.importCsv(company, csv, { currency: 'EUR' });
    const before = await catalog.snapshot(company);
    const exported = await catalog.exported(company);
    expect(await catalog.prepare(company, exported)).toEqual([]);
    await catalog.apply(company, 1, exported);
    expect(await catalog.snapshot(company)).toEqual(before);
    expect(await catalog.importCsv(company, csv)).toMatchObject({ updated: 0, created: 0 });
    expect((await catalog.snapshot(company)).version).toBe(before.version);
  });

  it('feed is stored, unchanged when absent and cleared by null; an absent catalog stays unchanged', async () => {
    const feed = { url: 'https://shop.example/feed.csv', format: 'auto' as const, everyHours: 12 };
    expect(await catalog.prepare('feed', { ...FIRST, feed })).toEqual(['catalog', 'feed']);
    await catalog.apply('feed', 1, { ...FIRST, feed });
    expect(await catalog.prepare('feed', { feed: { everyHours: 12, format: 'auto', url: feed.url } })).toEqual([]);
    await catalog.apply('feed', 2, { currency: 'CHF' });
    expect(await catalog.exported('feed')).toEqual({ ...FIRST, feed, currency: 'CHF' });
    expect(await catalog.prepare('feed', { feed: null })).toEqual(['feed']);
    await catalog.apply('feed', 3, { feed: null });
    expect(await catalog.exported('feed')).toEqual({ ...FIRST, feed: null, currency: 'CHF' });
    // Raised by the currency, for those who keep prices.
    expect((await catalog.snapshot('feed')).version).toBe(2);
  });

  it('another currency is another version of the catalog in force, also of an import; the same one is not', async () => {
    const csv = 'id;name;url;price\nV1;Oil;https://s.example;9.90\n';
    const state = async () => {
      const { catalogVersion, documents } = await catalog.reader.getSearchDocuments({
        companyId: 'priced',
        pageSize: 0,
        pageToken: '',
      });
      return [catalogVersion, documents[0]?.currency];
    };
    await catalog.apply('priced', 1, { currency: 'EUR' });
    expect(await state()).toEqual([0, undefined]);
    await catalog.importCsv('priced', csv);
    expect(await state()).toEqual([1, 'EUR']);
    await catalog.importCsv('priced', csv, { currency: 'CHF' });
    expect(await state()).toEqual([2, 'CHF']);
    catalog.published.splice(0);
    await catalog.apply('priced', 2, { currency: 'EUR' });
    expect(await state()).toEqual([3, 'EUR']);
    expect(catalog.published).toEqual(['priced']);
    await catalog.apply('priced', 3, { currency: 'EUR' });
    expect(await state()).toEqual([3, 'EUR']);
    // The file that was imported last, read with another currency than the one in force.
    await catalog.importCsv('priced', csv, { currency: 'CHF' });
    expect(await state()).toEqual([4, 'CHF']);
  });

  it('prepare writes nothing', async () => {
    await catalog.prepare('prepared', { ...FIRST, feed: null });
    expect(await catalog.exported('prepared')).toEqual({ feed: null });
    expect((await catalog.changes()).changes.map(({ companyId }) => companyId)).not.toContain('prepared');
  });
});
