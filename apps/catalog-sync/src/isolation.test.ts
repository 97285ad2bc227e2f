import { forCompany } from '@svc/kit';
import { findIsolationProblems, importWithout, type TestDatabase, testDatabase } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from './app.js';
import { withSession } from './db/session.js';

type Query = (db: Knex, ...parameters: unknown[]) => Promise<unknown>;

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'catalog', migrationsDirectory: MIGRATIONS });
  const now = new Date();
  for (const id of ['a', 'b']) {
    const company = { company_id: id };
    const secret = `secret-of-${id}`;
    const feed = JSON.stringify({ url: secret });
    await test.owner('catalogs').insert({ ...company, version: 1, feed, mapping: JSON.stringify({ id: secret }) });
    await test.owner('feed_states').insert({ ...company, next_sync_at: now });
    const run = { id, ...company, state: 'HELD', dry_run: false, lease_until: now, created_at: now, finished_at: now };
    await test.owner('import_runs').insert({ ...run, reason: secret });
    await test.owner('held_rows').insert({ run_id: id, position: 0, product_id: secret, tags: '{}' });
    const product = { ...company, shop_system_id: id, position: 0, in_feed: true, name: secret, tags: '{}' };
    await test.owner('products').insert(product);
    const shop = { ...company, shop: id, state: 'CONNECTED', scopes: '', connected_at: now, sync_wanted: false };
    await test.owner('shopify_shops').insert({ ...shop, problem: secret });
    await test.owner('shopify_former_shops').insert({ ...company, shop: secret });
    await test.owner('shopify_products').insert({ ...company, product_id: secret, told_at: now });
  }
});
afterAll(() => test.drop());

const findSecretOfA = (result: unknown): boolean => JSON.stringify(result).includes('secret-of-a');

describe('isolation of companies in schema catalog', () => {
  it('covers every table; exceptions and what crosses companies are declared here', async () => {
    const problems = await findIsolationProblems(test.owner, {
      schema: 'catalog',
      exceptions: {
        variants: 'Imports load it with COPY FROM, which PostgreSQL refuses on tables with row-level security.',
      },
      withoutCompanyColumn: ['held_rows'],
      crossings: {
        all_catalogs: ['company_id', 'version', 'change_xid'],
        all_feed_states: ['company_id', 'next_sync_at'],
        all_held_rows: ['run_id'],
        all_import_runs: ['id', 'state', 'source', 'dry_run', 'lease_until', 'finished_at', 'reason', 'decision'],
        all_shopify_former_shops: ['company_id', 'shop'],
        all_shopify_installs: ['state_hash', 'company_id', 'shop', 'expires_at'],
        all_shopify_products: ['told_at'],
        all_shopify_shops: ['company_id', 'shop', 'state', 'sync_wanted', 'next_sync_at'],
      },
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ['shopify/shops', 'findShop', /\.where\(\{ company_id: companyId \}\)(?=;\s+const row)/, ['b']],
    [
      'shopify/webhooks/product-events',
      'listNotifiedSince',
      /\.where\('company_id', companyId\)(?=\s+\.where\('told_at')/,
      ['b', new Date(0)],
    ],
    ['db/column-mappings', 'findMapping', /\.where\(\{ company_id: companyId \}\)/, ['b']],
    ['db/feed-states', 'findFeed', /\.where\('state\.company_id', companyId\)/, ['b']],
    ['db/import-runs', 'listRuns', /\.where\(\{ company_id: companyId \}\)(?=\s*\.orderBy)/, ['b', { limit: 10 }]],
    ['db/list-products', 'listProducts', /\.where\('p\.company_id', companyId\)/, ['b', { query: '', limit: 10 }]],
  ])('%s: %s without its condition reaches no other company', async (file, name, condition, parameters) => {
    const module = await importWithout<Record<string, Query>>(
      new URL(`./${file}.ts`, import.meta.url),
      condition,
      (copy) => import(copy),
    );
    const query = module[name] as Query;
    const reachesA = async (db: Knex) => findSecretOfA(await query(db, ...parameters));
    expect(await forCompany(test.database.knex, 'b', reachesA)).toBe(false);
    // Where nothing isolates the companies, the same copy does reach the other one.
    expect(await reachesA(test.owner)).toBe(true);
  });

  it.each([
    ...['catalogs', 'held_rows', 'import_runs', 'products'],
    ...['shopify_former_shops', 'shopify_products', 'shopify_shops'],
  ])('a session reads rows of its company only from %s, and none outside of a transaction', async (table) => {
    await withSession(test.database.knex, 'b', async (session) => {
      expect(await session.query(`select * from ${table}`)).toEqual([]);
      const rows = await session.transaction(() => session.query(`select * from ${table}`));
      expect(rows).toHaveLength(1);
      expect(findSecretOfA(rows)).toBe(false);
    });
    await withSession(test.database.knex, null, async (session) => {
      expect(await session.transaction(() => session.query(`select * from ${table}`))).toEqual([]);
    });
    expect(await test.owner(table)).toHaveLength(2);
  });
});
