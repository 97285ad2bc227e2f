import type { CatalogProduct } from '@svc/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const product = (id: string, url?: string, variants = [id]): CatalogProduct => ({
  shopSystemId: id,
  name: id,
  ...(url === undefined ? {} : { url }),
  tags: [],
  variants: variants.map((shopSystemId) => ({ shopSystemId, name: shopSystemId, available: true, tags: [] })),
});

let companies = 0;
async function companyWith(...products: CatalogProduct[]): Promise<string> {
  const companyId = `company-${++companies}`;
  await catalog.apply(companyId, 1, { currency: 'EUR', catalog: { products } });
  return companyId;
}

const connectShopify = (companyId: string) =>
  catalog.owner('shopify_shops').insert({
    company_id: companyId,
    shop: `${companyId}.myshopify.com`,
    state: 'CONNECTED',
    scopes: '',
    connected_at: new Date(),
    sync_wanted: false,
  });

const find = async (companyId: string, url: string) =>
  (await catalog.reader.findProductByUrl({ companyId, url })).productId;
const listPaths = async (companyId: string) => (await catalog.reader.listProductPaths({ companyId })).paths;

describe('FindProductByUrl (docs/components.md B10.8)', () => {
  it.each<[string, string, string]>([
    ['the same address', 'https://shop.example/p/velvet', 'https://shop.example/p/velvet'],
    ['another scheme', 'http://shop.example/p/velvet', 'https://shop.example/p/velvet'],
    ['www. on either side', 'https://www.shop.example/p/velvet', 'https://shop.example/p/velvet'],
    ['www. on the other side', 'https://shop.example/p/velvet', 'https://www.shop.example/p/velvet'],
    ['the scheme’s usual port', 'https://shop.example:443/p/velvet', 'https://shop.example/p/velvet'],
    ['a slash at the end', 'https://shop.example/p/velvet/', 'https://shop.example/p/velvet'],
    ['letter case of the host', 'https://Shop.Example/p/velvet', 'https://shop.EXAMPLE/p/velvet'],
    ['percent-encoding', 'https://shop.example/p/gl%C3%A4nzend', 'https://shop.example/p/glänzend'],
    [
      'letter case of percent-encoding',
      'https://shop.example/p/gl%c3%a4nzend%20',
      'https://shop.example/p/gl%C3%A4nzend%20',
    ],
    [
      'a query of the catalog',
      'https://shop.example/p/velvet?variant=1&utm_source=feed',
      'https://shop.example/p/velvet',
    ],
    [
      'a query and fragment of the page',
      'https://shop.example/p/velvet',
      'https://shop.example/p/velvet?variant=2#reviews',
    ],
    ['bytes that are no UTF-8', 'https://shop.example/p/%FF%00', 'https://shop.example/p/%FF%00'],
    ['a port of its own', 'http://localhost:8080/p/velvet', 'http://localhost:8080/p/velvet'],
  ])('an address is the same without regard to %s', async (_name, stored, page) => {
    const companyId = await companyWith(product('P1', stored), product('other', 'https://shop.example/p/other'));
    expect(await find(companyId, page)).toBe('P1');
  });

  it.each<[string, string]>([
    ['another path', 'https://shop.example/p/velvet-2'],
    ['letter case of the path', 'https://shop.example/P/velvet'],
    ['another host', 'https://blog.example/p/velvet'],
    ['another port', 'https://shop.example:8443/p/velvet'],
    ['a path behind it', 'https://shop.example/p/velvet/reviews'],
    ['nothing but the host', 'https://shop.example/'],
  ])('%s is another page', async (_name, page) => {
    const companyId = await companyWith(product('P1', 'https://shop.example/p/velvet'), product('without'));
    expect(await find(companyId, page)).toBeUndefined();
  });

  it('where several products have one address, the variant of the page decides; without it none is named', async () => {
    const url = 'https://shop.example/product.php';
    const companyId = await companyWith(product('P1', url, ['V1', 'V2']), product('P2', url, ['V3']));
    expect(await find(companyId, `${url}?variant=V3`)).toBe('P2');
    expect(await find(companyId, `${url}?variant=V9`)).toBeUndefined();
    expect(await find(companyId, url)).toBeUndefined();
  });

  it('a product of another company, or one that vanished, is not found', async () => {
    const url = 'https://shop.example/p/velvet';
    const companyId = await companyWith(product('P1', url));
    expect(await find(await companyWith(product('P2', `${url}-2`)), url)).toBeUndefined();
    await catalog.apply(companyId, 2, { currency: 'EUR', catalog: { products: [product('P3', `${url}-3`)] } });
    expect(await find(companyId, url)).toBeUndefined();
    expect(await find(companyId, `${url}-3`)).toBe('P3');
  });

  it('a product of a Shopify shop is found by its address from /products/ on, in collections and on other hosts', async () => {
    const companyId = await companyWith(product('P1', 'https://shop.example/products/velvet'));
    const pages = [
      'https://shop.example/collections/lips/products/velvet',
      'https://shop.de/de/products/velvet?variant=1',
    ];
    for (const page of pages) expect(await find(companyId, page)).toBeUndefined();
    await connectShopify(companyId);
    for (const page of pages) expect(await find(companyId, page), page).toBe('P1');
    expect(await find(companyId, 'https://shop.example/products/other')).toBeUndefined();
    expect(await find(companyId, 'https://shop.example/pages/about')).toBeUndefined();
  });

  it.each(['', '/p/velvet', 'javascript:alert(1)', 'https://'])('%j is INVALID_REQUEST', async (url) => {
    await expect(find('company-x', url)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('NUL in an address finds nothing', async () => {
    const companyId = await companyWith(product('P1', 'https://shop.example/p/velvet'));
    expect(await find(companyId, 'https://shop.example/p/velvet?variant=%00')).toBe('P1');
    await expect(find(companyId, 'https://shop.example/p/velvet\0')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('addresses are looked up by an index, with row-level security', async () => {
    const { knex } = catalog.database;
    const plan = await knex.transaction(async (trx) => {
      await trx.raw(`select set_config('svc.company_id', 'company-1', true)`);
      await trx.raw('set local enable_seqscan = off');
      return trx.raw<{ rows: unknown[] }>(
        `explain select 1 from products p
          where p.company_id = 'company-1' and p.address_hash = page_address_hash('https://shop.example/p/velvet')`,
      );
    });
    expect(JSON.stringify(plan.rows)).toMatch(/products_address_idx.*address_hash = /);
  });
});

describe('ListProductPaths (docs/components.md B10.8)', () => {
  it('gives the directories of product pages, percent-encoded', async () => {
    const companyId = await companyWith(
      product('P1', 'https://shop.example/p/velvet'),
      product('P2', 'https://www.shop.example/p/silk?variant=1'),
      product('P3', 'https://shop.example/gl%C3%A4nzend/lack/'),
      product('P4'),
    );
    expect(await listPaths(companyId)).toEqual(['/gl%C3%A4nzend/', '/p/']);
  });

  it('at most 20: deep directories are shortened', async () => {
    const urls = Array.from({ length: 30 }, (_, index) => `https://shop.example/s/${index % 3}/${index}/velvet`);
    const companyId = await companyWith(...urls.map((url, index) => product(`P${index}`, url)));
    expect(await listPaths(companyId)).toEqual(['/s/0/', '/s/1/', '/s/2/']);
  });

  it('a Shopify shop also shows products in collections', async () => {
    const companyId = await companyWith(product('P1', 'https://shop.example/products/velvet'));
    await connectShopify(companyId);
    expect(await listPaths(companyId)).toEqual(['/collections/', '/products/']);
  });

  it('products at the root make every page one; without a catalog there is none', async () => {
    expect(await listPaths(await companyWith(product('P1', 'https://shop.example/velvet')))).toEqual(['/']);
    expect(await listPaths('unknown')).toEqual([]);
  });
});
