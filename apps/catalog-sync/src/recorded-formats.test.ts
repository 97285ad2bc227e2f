import type { Db, NewJob } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './handlers/cursor.js';
import { addErase, addProduct, addSync, readProductPayload, readShopPayload } from './shopify/shopify-jobs.js';

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
    const ofShop = { companyId: 'c1' };
    const ofProduct = { companyId: 'c1', productId: 'gid://shopify/Product/7' };
    expect(written).toEqual([
      { task: 'shopify-sync', key: 'c1', payload: ofShop, lane },
      { task: 'shopify-product', key: 'c1:gid://shopify/Product/7', payload: ofProduct, lane },
      { task: 'shopify-erase', key: 'c1', payload: ofShop, lane },
    ]);
    expect(readShopPayload(ofShop)).toEqual(ofShop);
    expect(readProductPayload(ofProduct)).toEqual(ofProduct);
  });

  it('cursors of lists', () => {
    const recorded = 'W3RydWUsMTIsIlAxIl0';
    expect(encodeCursor([true, 12, 'P1'])).toBe(recorded);
    expect(decodeCursor(recorded, ['boolean', 'number', 'string'])).toEqual([true, 12, 'P1']);
  });
});
