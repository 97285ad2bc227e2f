import { ImportState } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCsv, startCatalog, type TestCatalog, upload } from './testing/start-catalog.js';
import { LineSpill } from './usecases/line-spill.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const countRows = async (companyId: string) => {
  const { owner: db } = catalog;
  const [variants] = await db('variants').where({ company_id: companyId }).count();
  const [products] = await db('products').where({ company_id: companyId }).count();
  return { variants: Number(variants?.count), products: Number(products?.count) };
};

const HEADER =
  'id;name;url;parentId;price;compareAtPrice;currency;availability;vendor;line;packageSize;unitPriceMeasurement;coverImage;shortDescription;color;tags';
const row = (id: string, parent: string, rest = '') =>
  `${id};"Balm ${parent} ""${id}"" C:\\new";https://s.example/${id};${parent};9.90;12;CHF;0;"Gl\\ow";"two\nlines";30 ml;100 ml;https://c.example/${id}.jpg;"a\tb";#ABC;finish:${id}${rest}\n`;

describe('the first catalog of a company', () => {
  it.each([
    ['product by product', ['a', 'a', 'b', 'b', 'c']],
    ['with products whose rows stand apart', ['a', 'b', 'c', 'b', 'a']],
  ])('is what comparing with one in force would make of the file, %s', async (order, parents) => {
    const company = `first-${order.length}`;
    const file = [`${HEADER}\n`, ...parents.map((parent, index) => row(`V${index}`, parent, '|kind:balm'))].join('');
    expect(await catalog.importCsv(company, file)).toMatchObject({ created: 5, unchanged: 0, removed: 0 });
    const { version, variants, products } = await catalog.snapshot(company);
    expect(version).toBe(1);
    expect(products.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(variants.map(({ product }) => product)).toEqual([0, 0, 1, 1, 2]);
    // Another digest, the same rows: staged and compared, value by value and place by place.
    expect(await catalog.importCsv(company, `${file}\n`)).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
    expect((await catalog.snapshot(company)).version).toBe(1);
    const [product] = await catalog.products(company);
    expect(product).toMatchObject({ vendor: 'Gl\\ow', line: 'two\nlines' });
    expect(product?.variants[0]).toMatchObject({ name: 'Balm a "V0" C:\\new', color: '#aabbcc', available: false });
  });

  it('a rejected file leaves no row, and the next one is imported as the first (docs/reliability.md R5.5)', async () => {
    const bad = nativeCsv(20).replaceAll('19.90', 'dear').replace('dear', '19.90');
    expect(await catalog.importCsv('refused', bad)).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED });
    expect(await countRows('refused')).toEqual({ variants: 0, products: 0 });
    expect(await catalog.importCsv('refused', nativeCsv(20))).toMatchObject({ created: 20 });
    expect(await countRows('refused')).toEqual({ variants: 20, products: 4 });
  });

  it('a file that ends inside a record leaves no rows', async () => {
    const cut = `${nativeCsv(2_000)}N1;"never closed`;
    const run = await catalog.importCsv('cut', cut);
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED });
    expect(run.reason).toContain('never closed');
    expect(await countRows('cut')).toEqual({ variants: 0, products: 0 });
    expect((await catalog.snapshot('cut')).version).toBe(0);
  });

  it('a file without a valid row is held, and applied it is an empty catalog', async () => {
    const run = await catalog.importCsv('empty', nativeCsv(0));
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_HELD });
    const applied = await catalog.admin.applyImport({ companyId: 'empty', importId: run.id });
    expect(applied.run).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED, created: 0 });
  });

  it('of two simultaneous first files one is imported and the other refused, and no row is stored twice', async () => {
    const sent = await Promise.allSettled([
      catalog.admin.importCsv(upload('race', nativeCsv(3_000))),
      catalog.admin.importCsv(upload('race', nativeCsv(3_000))),
    ]);
    expect(sent.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await countRows('race')).toEqual({ variants: 3_000, products: 600 });
  });
});

it('lines that are buffered on disk are read back whole and in order, however they were appended', async () => {
  const spill = await LineSpill.open();
  const lines = Array.from({ length: 5_000 }, (_, index) => `${index}\tprodüct ${'x'.repeat(index % 90)}\n`);
  for (let at = 0; at < lines.length; at += 7) await spill.append(lines.slice(at, at + 7).join(''));
  const read: Buffer[] = [];
  for await (const piece of spill.pieces()) read.push(piece);
  await spill.close();
  expect(Buffer.concat(read).toString()).toBe(lines.join(''));
});
