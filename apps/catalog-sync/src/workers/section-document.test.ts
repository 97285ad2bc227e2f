import type { CatalogSection } from '@svc/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from '../testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

/** A section that is larger than what is compared between other requests. */
const large = (name: string): CatalogSection => ({
  currency: 'EUR',
  catalog: {
    products: Array.from({ length: 500 }, (_, at) => ({
      shopSystemId: `P${at}`,
      name: `${name} ${'x'.repeat(200)} ${at}`,
      tags: ['category:foundation'],
      variants: [{ shopSystemId: `V${at}`, name: 'Variant', available: true, tags: ['finish:matte'] }],
    })),
  },
});

describe('a large section is compared and applied in a thread (docs/adr/0035-bounded-bodies.md)', () => {
  it('with the effect of a small one, once per revision', { timeout: 240_000 }, async () => {
    expect(await catalog.prepare('large', large('Cream'))).toEqual(['catalog']);
    await catalog.apply('large', 2, large('Cream'));
    await catalog.apply('large', 1, large('Soap'));
    expect(await catalog.exported('large')).toEqual({ ...large('Cream'), feed: null });
    expect(await catalog.prepare('large', large('Cream'))).toEqual([]);
    expect(catalog.published).toHaveLength(1);
    await catalog.apply('large', 3, { currency: 'EUR', catalog: { products: [] } });
    expect(await catalog.exported('large')).toEqual({ currency: 'EUR', catalog: { products: [] }, feed: null });
  });
});
