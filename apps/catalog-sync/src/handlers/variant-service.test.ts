import type { CatalogProduct, CatalogSection } from '@svc/domain';
import { createClient, type PromiseClient } from '@svc/kit';
import { type VariantCard, VariantServiceClient } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_CARDS } from '../db/list-cards.js';
import { startCatalog, type TestCatalog } from '../testing/start-catalog.js';

let catalog: TestCatalog;
let variants: PromiseClient<VariantServiceClient>;
beforeAll(async () => {
  catalog = await startCatalog();
  variants = createClient(VariantServiceClient, catalog.address, { timeoutMs: 10_000, retry: [] });
});
afterAll(async () => {
  variants?.close();
  await catalog.stop();
});

const cards = async (companyId: string, variantIds: string[]): Promise<VariantCard[]> =>
  (await variants.getVariants({ companyId, variantIds })).variants;

const section = (...products: CatalogProduct[]): CatalogSection => ({ currency: 'EUR', catalog: { products } });
const PRODUCT: CatalogProduct = {
  shopSystemId: 'P',
  name: 'Velvet Blush',
  url: 'https://shop.example/p',
  imageUrl: 'https://shop.example/p.jpg',
  tags: [],
  variants: [
    {
      shopSystemId: 'full',
      name: 'Rose',
      url: 'https://shop.example/p?v=full',
      available: true,
      price: '19.90',
      compareAtPrice: '24.90',
      currency: 'CHF',
      color: '#f1d6c1',
      imageUrl: 'https://shop.example/full.jpg',
      shortDescription: 'Soft <b>glow</b>',
      tags: [],
    },
    { shopSystemId: 'bare', name: 'Peach', available: false, price: '18', tags: [] },
    { shopSystemId: 'unpriced', name: 'Plum', available: true, tags: [] },
  ],
};

describe('GetVariants', () => {
  it('gives the names, addresses and prices of variants; what a variant lacks comes from its product or is left out', async () => {
    await catalog.apply('cards', 1, section(PRODUCT));
    const product = { productId: 'P', productName: 'Velvet Blush' };
    const shared = { link: 'https://shop.example/p', imageUrl: 'https://shop.example/p.jpg' };
    expect(await cards('cards', ['full', 'bare', 'unpriced'])).toEqual([
      {
        ...product,
        variantId: 'full',
        variantName: 'Rose',
        link: 'https://shop.example/p?v=full',
        imageUrl: 'https://shop.example/full.jpg',
        shortDescription: 'Soft <b>glow</b>',
        color: '#f1d6c1',
        price: '19.90',
        compareAtPrice: '24.90',
        currency: 'CHF',
        available: true,
      },
      {
        ...product,
        ...shared,
        variantId: 'bare',
        variantName: 'Peach',
        price: '18',
        currency: 'EUR',
        available: false,
      },
      { ...product, ...shared, variantId: 'unpriced', variantName: 'Plum', available: true },
    ]);
  });

  it('returns variants in the requested order, compares ids with their case, and omits unknown ones', async () => {
    await catalog.apply('order', 1, section(PRODUCT));
    const found = await cards('order', ['bare', 'none', 'FULL', 'a\0b', 'full', "'; drop table variants; --"]);
    expect(found.map(({ variantId }) => variantId)).toEqual(['bare', 'full']);
    expect(await cards('order', [])).toEqual([]);
  });

  it('returns a variant that was removed from the catalog as unavailable: a result may be older than the catalog', async () => {
    await catalog.apply('vanished', 1, section(PRODUCT));
    await catalog.apply('vanished', 2, section({ ...PRODUCT, variants: [PRODUCT.variants[1]!] }));
    expect(await cards('vanished', ['full'])).toMatchObject([{ variantId: 'full', available: false }]);
  });

  it('never shows anything of another company', async () => {
    await catalog.apply('mine', 1, section(PRODUCT));
    await catalog.apply(
      'theirs',
      1,
      section({ ...PRODUCT, variants: [{ ...PRODUCT.variants[0]!, shopSystemId: 'x' }] }),
    );
    expect(await cards('mine', ['x'])).toEqual([]);
    expect(await cards('nobody', ['full'])).toEqual([]);
    await expect(cards('', ['full'])).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('returns only addresses that a page may link to', async () => {
    await catalog.apply('links', 1, section(PRODUCT));
    await catalog.owner('variants').where({ company_id: 'links', shop_system_id: 'full' }).update({
      url: 'javascript:alert(1)',
      image_url: 'data:text/html,x',
    });
    const [card] = await cards('links', ['full']);
    expect(card?.link).toBeUndefined();
    expect(card?.imageUrl).toBeUndefined();
  });

  it('reads 2,000 variants in one call, and no more (docs/contract.md C18.1 of a match)', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `v${index}`);
    const rows = many.map((shopSystemId) => ({ shopSystemId, name: shopSystemId, available: true, tags: [] }));
    await catalog.apply('many', 1, section({ ...PRODUCT, variants: rows }));
    expect((await cards('many', many.toReversed())).map(({ variantId }) => variantId)).toEqual(many.toReversed());
    await expect(cards('many', [...many, 'v0'])).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('costs one look-up for each variant, also before the tables of a new catalog are analyzed', async () => {
    const products = Array.from({ length: 50 }, (_product, index) => ({
      ...PRODUCT,
      shopSystemId: `P${index}`,
      variants: [{ shopSystemId: `v${index}`, name: 'Rose', available: true, tags: [] }],
    }));
    await catalog.apply('new', 1, section(...products));
    const ids = products.map(({ variants }) => variants[0]!.shopSystemId);
    const plan = await catalog.owner.transaction(async (trx) => {
      // As a planner without figures chooses.
      await trx.raw(
        'set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off',
      );
      const asked = LIST_CARDS.replace(/\$1/g, `'new'`).replace('$2', `'{${ids.join()}}'`);
      const { rows } = await trx.raw<{ rows: Record<string, string>[] }>(`explain (analyze, timing off) ${asked}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).not.toContain('Removed by Join Filter');
    expect(plan.match(/Index Scan using (variants|products)_pkey/g), plan).toHaveLength(2);
  });
});
