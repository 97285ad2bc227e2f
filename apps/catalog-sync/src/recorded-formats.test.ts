import type { Db, NewJob } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './handlers/cursor.js';
import {
  addErase,
  addEraseFormer,
  addProduct,
  addSync,
  readErasePayload,
  readProductPayload,
  readShopPayload,
} from './shopify/shopify-jobs.js';

/**
 * What releases leave for each other: jobs in the database, cursors of clients. During an upgrade each reads what the other wrote. A
 * format that changes gets a second recorded value here; the first stays readable, and is written, for one more release.
 * docs/operations.md "Rules for migrations", rule 3.
 */
describe('formats of this release and the one before', () => {
  const db = {} as Db;
  const written: NewJob[] = [];
  const jobs = {
    add: async (_: Db, job: NewJob) => {
      written.push(job);
    },
  };
  const lane = { name: 'shopify:c1' };

  it('jobs of a shop', async () => {
    await addSync(jobs, db, 'c1');
    await addProduct(jobs, db, 'c1', 'gid://shopify/Product/7');
    await addErase(jobs, db, 'c1');
    await addEraseFormer(jobs, db, 'c1', 'glow.myshopify.com');
    const ofShop = { companyId: 'c1' };
    const ofProduct = { companyId: 'c1', productId: 'gid://shopify/Product/7' };
    const ofFormerShop = { companyId: 'c1', shop: 'glow.myshopify.com' };
    expect(written).toEqual([
      { task: 'shopify-sync', key: 'c1', payload: ofShop, lane },
      { task: 'shopify-product', key: 'c1:gid://shopify/Product/7', payload: ofProduct, lane },
      { task: 'shopify-erase', key: 'c1', payload: ofShop, lane },
      { task: 'shopify-erase-former', key: 'c1:glow.myshopify.com', payload: ofFormerShop, lane },
    ]);
    expect(readShopPayload(ofShop)).toEqual(ofShop);
    expect(readProductPayload(ofProduct)).toEqual(ofProduct);
    expect(readErasePayload(ofShop)).toEqual({ ...ofShop, shop: undefined });
    expect(readErasePayload(ofFormerShop)).toEqual(ofFormerShop);
  });

  it('cursors of lists', () => {
    const recorded = 'W3RydWUsMTIsIlAxIl0';
    expect(encodeCursor([true, 12, 'P1'])).toBe(recorded);
    expect(decodeCursor(recorded, ['boolean', 'number', 'string'])).toEqual([true, 12, 'P1']);
  });
});
