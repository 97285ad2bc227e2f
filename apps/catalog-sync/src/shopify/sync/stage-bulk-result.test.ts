import { createInProcessBus, systemClock } from '@svc/kit';
import { testDatabase, testLogger } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../app.js';
import { IMPORT_LIMITS } from '../../domain/import-limits.js';
import { createImporter, type Importer } from '../../usecases/importer.js';
import { stageBulkResult } from './stage-bulk-result.js';

let test: Awaited<ReturnType<typeof testDatabase>>;
let importer: Importer;
beforeAll(async () => {
  test = await testDatabase({ schema: 'catalog', migrationsDirectory: MIGRATIONS });
  importer = createImporter({
    db: test.database.knex,
    bus: createInProcessBus(),
    clock: systemClock,
    log: testLogger(),
  });
});
afterAll(async () => {
  await importer?.stop();
  await test?.drop();
});

const product = (id: number, changes: object = {}): string =>
  JSON.stringify({
    id: `gid://shopify/Product/${id}`,
    title: `Foundation ${id}`,
    vendor: 'Glow',
    productType: 'Foundation',
    tags: ['finish:matte'],
    status: 'ACTIVE',
    onlineStoreUrl: `https://glow.example/products/${id}`,
    updatedAt: '2026-11-21T10:00:00Z',
    featuredMedia: null,
    ...changes,
  });
const variant = (id: number, productId: number, changes: object = {}): string =>
  JSON.stringify({
    id: `gid://shopify/ProductVariant/${id}`,
    title: `Shade ${id}`,
    price: '19.90',
    compareAtPrice: null,
    availableForSale: true,
    position: id % 5,
    selectedOptions: [{ name: 'Color', value: `Shade ${id % 200}` }],
    image: null,
    product: {
      id: `gid://shopify/Product/${productId}`,
      title: `Foundation ${productId}`,
      status: 'ACTIVE',
      onlineStoreUrl: `https://glow.example/products/${productId}`,
    },
    __parentId: `gid://shopify/Product/${productId}`,
    ...changes,
  });

/** Imports lines as the result of an operation that says it has written `objectCount`. */
async function run(companyId: string, lines: Iterable<string>, objectCount: number, maxVariants?: number) {
  const request = {
    companyId,
    currency: 'EUR',
    dryRun: false,
    source: 'SHOPIFY' as const,
    format: 'auto' as const,
    mapping: undefined,
    stage: stageBulkResult(objectCount, maxVariants),
  };
  const { ended } = await importer.start(request, () => pieces(lines), new AbortController().signal);
  return (await ended).run;
}

async function* pieces(lines: Iterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < 100_000) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

describe('the result of a bulk operation', () => {
  it('a text that is too long is cut, never inside a character, and reported; its variant is kept', async () => {
    const title = '😀'.repeat(130);
    const lines = [
      product(1, { title, vendor: 'v'.repeat(2_001) }),
      variant(11, 1, { title, product: { ...JSON.parse(variant(11, 1)).product, title } }),
    ];
    const { report } = await run('cut', lines, 2);
    expect(report).toMatchObject({ read: 1, created: 1, rejectedCount: 0 });
    expect(report.notes).toEqual([
      '1 text of the column Product.title was longer than 255 characters and was cut: line 1.',
      '1 text of the column Product.vendor was longer than 2,000 characters and was cut: line 1.',
      '1 text of the column ProductVariant.title was longer than 255 characters and was cut: line 2.',
    ]);
    const [row] = await test.owner('variants').where({ company_id: 'cut' });
    expect(row.name).toBe(`${'😀'.repeat(127)}…`);
  });

  it('variants may precede their products, and are stored in the order of the shop', async () => {
    const lines = [variant(13, 1), variant(21, 2), product(2), variant(11, 1), product(1), variant(12, 1)];
    expect(await run('order', lines, 6)).toMatchObject({ state: 'SUCCEEDED', report: { read: 4, created: 4 } });
    const rows = await test.owner('variants').where({ company_id: 'order' }).orderBy('position');
    expect(rows.map((row) => [row.shop_system_id, row.position])).toEqual([
      ['21', 0],
      ['11', 1],
      ['12', 2],
      ['13', 3],
    ]);
  });

  it.each([
    ['a line that is no JSON', [product(1), '{"id":'], 2, 'Line 2 is no JSON object'],
    ['an object of another kind', ['{"id":"gid://shopify/Collection/1"}'], 1, 'neither a product nor a variant'],
    ['a product that comes twice', [product(1), product(1)], 2, 'Product 1 comes twice'],
    ['a variant without its product', [product(1), variant(11, 1), variant(21, 2)], 3, 'but not the product'],
    ['too few objects', [product(1), variant(11, 1)], 3, '2 objects instead of 3'],
    ['no count', [product(1), variant(11, 1)], Number.NaN, '2 objects instead of NaN'],
  ])('%s fails the run', async (name, lines, count, reason) => {
    expect(await run(name, lines, count)).toMatchObject({ state: 'FAILED', reason: expect.stringContaining(reason) });
    expect(await test.owner('variants').where({ company_id: name })).toEqual([]);
  });

  it('an invalid variant is rejected with its line; the others are imported', async () => {
    const lines = [product(1), ...Array.from({ length: 60 }, (_, at) => variant(100 + at, 1))];
    lines.push(
      variant(100, 1),
      variant(999, 1, { price: 'x' }),
      variant(998, 1, { __parentId: 'gid://shopify/Product/2' }),
    );
    expect(await run('rejected', lines, 64)).toMatchObject({
      state: 'SUCCEEDED',
      report: {
        read: 63,
        created: 60,
        rejectedCount: 3,
        rejected: [
          { line: 62, reason: 'variant 100 comes twice.' },
          { line: 63, reason: 'price is no decimal number.' },
          { line: 64, reason: 'it names two products.' },
        ],
      },
    });
  });

  it('200,000 variants in any order are imported', async () => {
    const count = IMPORT_LIMITS.maxRows;
    expect(count).toBe(200_000);
    function* lines() {
      for (let id = 1; id <= 40_000; id += 1) yield product(id);
      for (let id = 0; id < count; id += 1) yield variant(id + 1, ((id * 7_919) % 40_000) + 1);
    }
    const { state, report, reason } = await run('large', lines(), 40_000 + count);
    expect({ state, reason, created: report.created }).toEqual({ state: 'SUCCEEDED', reason: null, created: count });
  });

  it('one variant more than the most is too many', async () => {
    const limit = 2_000;
    const lines = (count: number) => [product(1), ...Array.from({ length: count }, (_, id) => variant(id + 1, 1))];
    expect(await run('full', lines(limit), limit + 1, limit)).toMatchObject({ state: 'SUCCEEDED' });
    expect(await run('full', lines(limit + 1), limit + 2, limit)).toMatchObject({
      state: 'FAILED',
      reason: 'The shop has more than 2,000 variants.',
    });
  });
});
