import type { CatalogProduct, CatalogSection } from '@svc/domain';
import type { SearchDocument } from '@svc/proto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_SEARCH_DOCUMENTS } from './db/list-search-documents.js';
import { startCatalog, type TestCatalog } from './testing/start-catalog.js';
import { MAX_SEARCH_DOCUMENTS } from './usecases/get-search-documents.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const section = (products: CatalogProduct[]): CatalogSection => ({ currency: 'EUR', catalog: { products } });
const product = (id: string, variantIds: readonly string[]): CatalogProduct => ({
  shopSystemId: id,
  name: `Product ${id}`,
  tags: [],
  variants: variantIds.map((shopSystemId) => ({ shopSystemId, name: shopSystemId, available: true, tags: [] })),
});
const getPage = (companyId: string, pageToken = '', pageSize = 0) =>
  catalog.reader.getSearchDocuments({ companyId, pageToken, pageSize });

/** All pages of one pass. */
async function readAll(companyId: string, pageSize = 0): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  let token = '';
  do {
    const page = await getPage(companyId, token, pageSize);
    documents.push(...page.documents);
    token = page.nextPageToken;
  } while (token !== '');
  return documents;
}

describe('GetSearchDocuments', () => {
  it('gives each fact of a variant; what it lacks comes from its product or is absent (docs/chat.md T2.2)', async () => {
    const facts: CatalogProduct = {
      shopSystemId: 'P',
      name: 'Velvet Blush',
      url: 'https://shop.example/p',
      imageUrl: 'https://shop.example/p.jpg',
      vendor: 'Lune',
      line: 'Face',
      tags: ['need:glow', 'world:beauty'],
      variants: [
        {
          shopSystemId: 'b-full',
          name: 'Rose',
          url: 'https://shop.example/p?v=full',
          available: false,
          price: '19.90',
          currency: 'CHF',
          color: '#f1d6c1',
          imageUrl: 'https://shop.example/full.jpg',
          shortDescription: 'Soft glow',
          packageSize: '5 g',
          tags: ['color:rose', 'need:glow'],
        },
        { shopSystemId: 'a-bare', name: 'Peach', available: true, price: '18', tags: [] },
        { shopSystemId: 'c-unpriced', name: 'Plum', available: true, currency: 'CHF', tags: [] },
      ],
    };
    await catalog.apply('facts', 1, section([facts]));
    const shared = { productId: 'P', productName: 'Velvet Blush', vendor: 'Lune', line: 'Face' };
    const { catalogVersion, documents, nextPageToken } = await getPage('facts');
    expect(nextPageToken).toBe('');
    expect(catalogVersion).toBe((await catalog.snapshot('facts')).version);
    const ofProduct = { ...shared, link: 'https://shop.example/p', imageUrl: 'https://shop.example/p.jpg' };
    expect(documents.sort((a, b) => a.position - b.position)).toEqual([
      {
        ...shared,
        position: 0,
        variantId: 'b-full',
        variantName: 'Rose',
        price: '19.90',
        currency: 'CHF',
        available: false,
        packageSize: '5 g',
        shortDescription: 'Soft glow',
        color: '#f1d6c1',
        tags: ['need:glow', 'world:beauty', 'color:rose'],
        link: 'https://shop.example/p?v=full',
        imageUrl: 'https://shop.example/full.jpg',
      },
      {
        ...ofProduct,
        position: 1,
        variantId: 'a-bare',
        variantName: 'Peach',
        price: '18',
        currency: 'EUR',
        available: true,
        tags: ['need:glow', 'world:beauty'],
      },
      {
        ...ofProduct,
        position: 2,
        variantId: 'c-unpriced',
        variantName: 'Plum',
        available: true,
        tags: ['need:glow', 'world:beauty'],
      },
    ]);
  });

  it('all pages of a pass are the catalog in force, each variant once, whatever its ids and the size of a page', async () => {
    let revision = 0;
    const id = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }).filter((text) => !/[\0\s]/u.test(text));
    const ids = fc.uniqueArray(id, { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(ids, ids, fc.integer({ min: 1, max: 9 }), async (former, current, size) => {
        // Variants of the former catalog that are no longer in force stay in the table.
        for (const variants of [former, current]) {
          revision += 1;
          await catalog.apply('paged', revision, section(variants.length > 0 ? [product('P', variants)] : []));
        }
        const documents = await readAll('paged', size);
        expect(documents.sort((a, b) => a.position - b.position).map(({ variantId }) => variantId)).toEqual(current);
        expect(documents.map(({ position }) => position)).toEqual(current.map((_id, index) => index));
      }),
      { numRuns: 25 },
    );
  });

  it('a pass of a catalog that was replaced ends with CONFLICT; a new pass reads the new one', async () => {
    await catalog.apply('replaced', 1, section([product('P', ['a', 'b', 'c'])]));
    const { nextPageToken } = await getPage('replaced', '', 2);
    await catalog.apply('replaced', 2, section([product('P', ['a', 'b', 'd'])]));
    await expect(getPage('replaced', nextPageToken, 2)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The catalog was replaced in the meantime; begin again without a page token.',
    });
    expect((await readAll('replaced', 2)).map(({ variantId }) => variantId)).toEqual(['a', 'b', 'd']);
  });

  it('reads no variant of another company, and nothing of an unknown one', async () => {
    await catalog.apply('mine', 1, section([product('P', ['a'])]));
    await catalog.apply('theirs', 1, section([product('P', ['b'])]));
    expect((await readAll('mine')).map(({ variantId }) => variantId)).toEqual(['a']);
    expect(await getPage('unknown')).toEqual({ catalogVersion: 0, documents: [], nextPageToken: '' });
    await expect(getPage('')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('returns only addresses that a page may link to', async () => {
    await catalog.apply('links', 1, section([product('P', ['a'])]));
    await catalog
      .owner('variants')
      .where({ company_id: 'links' })
      .update({ url: 'javascript:alert(1)', image_url: 'x' });
    const [found] = await readAll('links');
    expect([found?.variantId, found?.link, found?.imageUrl]).toEqual(['a', undefined, undefined]);
  });

  it.each([
    ['a size above the limit', { pageSize: MAX_SEARCH_DOCUMENTS + 1 }, 'INVALID_REQUEST'],
    ['a negative size', { pageSize: -1 }, 'INVALID_REQUEST'],
    ['a token of another list', { pageToken: Buffer.from('[1]').toString('base64url') }, 'INVALID_QUERY'],
  ])('%s is refused', async (_name, request, code) => {
    const call = catalog.reader.getSearchDocuments({ companyId: 'x', pageSize: 0, pageToken: '', ...request });
    await expect(call).rejects.toMatchObject({ code });
  });

  it('20,000 variants are ten pages of at most 2,000', async () => {
    const products = Array.from({ length: 4_000 }, (_product, index) =>
      product(
        `P${index}`,
        [0, 1, 2, 3, 4].map((variant) => `V${index}-${variant}`),
      ),
    );
    await catalog.apply('large', 1, section(products));
    const pages: number[] = [];
    let token = '';
    do {
      const page = await getPage('large', token);
      pages.push(page.documents.length);
      token = page.nextPageToken;
    } while (token !== '');
    expect(pages).toEqual(Array.from({ length: 10 }, () => MAX_SEARCH_DOCUMENTS));
  });

  it('a page costs the same wherever it is: it is read by the primary keys', async () => {
    await catalog.apply('plan', 1, section([product('P', ['a', 'b', 'c'])]));
    const plan = await catalog.owner.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      const asked = LIST_SEARCH_DOCUMENTS.replace(/\$1/g, `'plan'`).replace('$2', `'a'`).replace('$3', '2');
      const { rows } = await trx.raw<{ rows: Record<string, string>[] }>(`explain ${asked}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan, plan).toMatch(/Index Cond: .*company_id = 'plan'.*shop_system_id > 'a'/);
  });
});

describe('FindProductNames', () => {
  const find = async (companyId: string, ...texts: string[]) =>
    (await catalog.admin.findProductNames({ companyId, texts })).names;

  it('finds names of products in force of this company only (docs/chat.md T5.5)', async () => {
    await catalog.apply('named', 1, section([product('Serum', ['a']), product('Balm', ['b'])]));
    await catalog.apply('named', 2, section([product('Serum', ['a'])]));
    await catalog.apply('named-other', 1, section([product('Secret', ['a'])]));
    const texts = ['Use PRODUCT serum.', 'Product Balm', 'Product Secret', ''];
    expect(await find('named', ...texts)).toEqual(['Product Serum', '', '', '']);
    expect(await find('unknown', ...texts)).toEqual(['', '', '', '']);
  });

  it('refuses more than 10,000 texts', async () => {
    await expect(find('named', ...Array.from({ length: 10_001 }, () => ''))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});
