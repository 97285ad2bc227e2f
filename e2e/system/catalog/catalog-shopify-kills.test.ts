import { type StandInShop, sampleProduct } from '@svc/shopify-stand-in';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable, until } from '../../support/http.js';
import type { admin, Cluster } from '../../support/services.js';
import { type ShopifySystem, startShopifySystem } from '../../support/shopify-system.js';

const PRODUCTS = 60;
const TIMEOUT_MS = 60_000;

/** docs/reliability.md R5.6. */
describe('a sync of a Shopify shop that is killed again and again', () => {
  let system: ShopifySystem;
  let cluster: Cluster;
  let shop: StandInShop;
  let database: pg.Client;
  let management: ReturnType<typeof admin>;

  beforeAll(async () => {
    system = await startShopifySystem(PRODUCTS, 100_000);
    ({ cluster, shop, management } = system);
    expect((await management.establish('glow', { name: 'Glow', language: 'en' })).status).toBe(200);
    database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
    expect((await system.connect('glow')).status).toBe(200);
    await until('the shop is read', isDone, TIMEOUT_MS);
  });
  afterAll(async () => {
    await database?.end();
    await system?.stop();
  });

  const one = async <T>(sql: string): Promise<T> => (await database.query(`select (${sql}) as it`)).rows[0].it as T;
  const isDone = () =>
    one<boolean>(
      `not exists (select from catalog.jobs where dead_at is null)
       and not exists (select from catalog.import_runs where state = 'RUNNING')
       and exists (select from catalog.shopify_shops where not sync_wanted)`,
    );
  const offered = async (): Promise<string> => {
    const { rows } = await database.query(
      `select v.shop_system_id || ' ' || p.name as it from catalog.variants v
         join catalog.products p on (p.company_id, p.shop_system_id) = (v.company_id, v.product_id) where v.available order by 1`,
    );
    return rows.map(({ it }) => it).join();
  };
  const expected = () =>
    [...shop.products.values()]
      .flatMap((product) => product.variants.map(({ id }) => `${id} ${product.title}`))
      .sort()
      .join();
  /** Leases of a killed process run out now instead of in half a minute: before the next one has any. */
  const letLeasesEnd = async () => {
    await database.query(`update catalog.import_runs set lease_until = now() where state = 'RUNNING'`);
    await database.query('update catalog.jobs set lease_until = now() where lease_until is not null');
  };
  const isStaged = () =>
    one<boolean>(
      `exists (select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'svc-catalog')`,
    );

  it.each([1, 2, 3, 4, 5])(
    'kill %i: the catalog stays whole, and another process ends the sync with the shop as it is',
    async (kill) => {
      const before = await offered();
      for (let id = 1; id <= PRODUCTS; id += 1)
        shop.putProduct(sampleProduct(id, 3, { title: `Round ${kill}, ${id}` }));
      // No webhook reports these changes: the sync must find them.
      shop.events.splice(0);
      await database.query('begin');
      await database.query('select from catalog.catalogs for update');
      const wanted = await repeatWhileUnavailable(() => management.call('POST', '/companies/glow/shopify/sync'));
      expect(wanted.status, wanted.text).toBe(202);
      // In turn: as soon as the sync is wanted, and when its rows are staged and only the swap is left.
      if (kill % 2 === 0) await until('the rows are staged', isStaged, TIMEOUT_MS);
      await cluster.catalog.stop('SIGKILL');
      await database.query('rollback');
      expect(await offered()).toBe(before);
      await letLeasesEnd();
      cluster.restart('catalog');
      await until('the sync has ended', isDone, TIMEOUT_MS);
      expect(await offered()).toBe(expected());
      // By the database; the gateway may not have found the new process yet.
      const { body } = await repeatWhileUnavailable(() => management.call('GET', '/companies/glow/shopify'));
      expect(body).toMatchObject({ state: 'CONNECTED', syncing: false, failures: 0 });
    },
    120_000,
  );

  it('the reason of an interrupted run says that the shop is read again, and requests no file', async () => {
    const list = () => management.call('GET', '/companies/glow/catalog/imports?limit=50');
    const { body } = await repeatWhileUnavailable(list);
    const failed = body.data.filter(({ state }: { state: string }) => state === 'FAILED');
    expect(failed.length).toBeGreaterThan(0);
    for (const { reason } of failed) expect(reason).toContain('The shop will be read again automatically.');
  });
});
