import type { CatalogProduct, CatalogSnapshot } from '@svc/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

/** A catalog of few ids, so that products and variants vanish, come back and change places and owners. */
const products = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('A', 'B', 'C', 'D'),
      variants: fc.array(
        fc.record({
          id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
          available: fc.boolean(),
          tag: fc.constantFrom('t:x', 't:y'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { selector: ({ id }) => id, minLength: 1 },
  )
  .map((list) => {
    const seen = new Set<string>();
    return list
      .map(({ id, variants }) => toProduct(id, variants, seen))
      .filter((product) => product.variants.length > 0);
  })
  .filter((list) => list.length > 0);

function toProduct(id: string, variants: { id: string; available: boolean; tag: string }[], seen: Set<string>) {
  const own = variants.filter((variant) => !seen.has(variant.id) && seen.add(variant.id));
  const product: CatalogProduct = {
    shopSystemId: id,
    name: id,
    url: 'https://s.example',
    tags: [],
    variants: own.map((variant) => ({
      shopSystemId: variant.id,
      name: id,
      url: 'https://s.example',
      available: variant.available,
      tags: [variant.tag],
    })),
  };
  return product;
}

function toCsv(list: CatalogProduct[]): string {
  const rows = list.flatMap(({ shopSystemId, variants }) =>
    variants.map((v) => [v.shopSystemId, v.name, v.url, shopSystemId, String(v.available), v.tags[0]].join(';')),
  );
  return ['id;name;url;parentId;availability;tags', ...rows].join('\n');
}

function toSnapshot(list: CatalogProduct[], version: number): CatalogSnapshot {
  return {
    version,
    products: list.map(({ shopSystemId, tags }) => ({ id: shopSystemId, tags })),
    variants: list.flatMap(({ variants }, product) =>
      variants.map(({ shopSystemId, available, tags }) => ({ id: shopSystemId, product, available, tags })),
    ),
  };
}

it('after any sequence of imports and applies the last one is in force, and the version counts the changes', async () => {
  let company = 0;
  const steps = fc.array(fc.record({ products, isImport: fc.boolean() }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const id = `model-${company++}`;
      let expected: CatalogSnapshot = { version: 0, products: [], variants: [] };
      let lastApplied = '';
      for (const [revision, step] of sequence.entries()) {
        const { exact, state } = {
          exact: toSnapshot(step.products, expected.version),
          state: JSON.stringify(step.products),
        };
        if (step.isImport) {
          const run = await catalog.importCsv(id, toCsv(step.products));
          expect(run.read).toBe(run.created + run.updated + run.unchanged);
          expect(run.created + run.updated + run.unchanged).toBe(exact.variants.length);
        } else {
          await catalog.apply(id, revision + 1, { catalog: { products: step.products } });
        }
        // docs/management.md "Applying": the catalog applied last changes nothing, also after an import in between.
        const isSkipped = !step.isImport && state === lastApplied;
        if (!step.isImport) lastApplied = state;
        if (!isSkipped && JSON.stringify(exact) !== JSON.stringify(expected)) {
          expected = { ...exact, version: expected.version + 1 };
        }
        expect(await catalog.snapshot(id)).toEqual(expected);
        expect(await catalog.prepare(id, await catalog.exported(id))).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});
