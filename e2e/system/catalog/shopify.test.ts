import { scaleTimeout } from '@svc/kit/testing';
import { type ShopifyStandIn, type StandInShop, sampleProduct, webhookHeaders } from '@svc/shopify-stand-in';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import type { admin, Cluster } from '../../support/services.js';
import { SHOP, SHOPIFY_APP, type ShopifySystem, startShopifySystem } from '../../support/shopify-system.js';

const COMPANY = '/companies/glow';

/**
 * docs/shopify.md "How the catalog stays current"; docs/reliability.md R5.7. Processes of their own, real HTTP, and a
 * stand-in of Shopify.
 */
describe('a Shopify shop, from the install to its end', () => {
  let system: ShopifySystem;
  let shopify: ShopifyStandIn;
  let shop: StandInShop;
  let cluster: Cluster;
  let management: ReturnType<typeof admin>;
  let database: pg.Client;

  beforeAll(async () => {
    system = await startShopifySystem(40);
    ({ cluster, shopify, shop, management } = system);
    const applied = await management.establish('glow', { name: 'Glow', language: 'en' });
    expect(applied.status, applied.text).toBe(200);
    database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await system?.stop();
  });

  const one = async <T>(sql: string): Promise<T> => (await database.query(`select (${sql}) as it`)).rows[0].it as T;
  const available = () => one<number>('select count(*)::int from catalog.variants where available');
  /** What the matcher has fetched is what catalog-sync has in force. */
  const isFollowed = () =>
    one<boolean>(
      `select exists (select from matcher.catalog_snapshots m join catalog.catalogs c using (company_id)
                       where m.version = c.version)`,
    );
  const status = async () => (await repeatWhileUnavailable(() => management.call('GET', `${COMPANY}/shopify`))).body;
  const requestSync = () => repeatWhileUnavailable(() => management.call('POST', `${COMPANY}/shopify/sync`));
  const isIdle = () => one<boolean>('select not exists (select from catalog.jobs where dead_at is null)');

  /** Ids of the variants that the shop sells, with the names of their products. */
  const offeredByShop = () =>
    [...shop.products.values()]
      .filter((product) => product.status === 'ACTIVE')
      .flatMap((product) => product.variants.map((variant) => `${variant.id} ${product.title}`))
      .sort();

  it('is connected by a merchant who consents, and its catalog is matched 2 s after its import', async () => {
    let callback = new URL('http://localhost');
    // On a busy machine the page may ask to try again.
    const page = await repeatWhileUnavailable(async () => {
      callback = await system.consent('glow');
      expect(callback.pathname).toBe('/shopify/callback');
      return send(cluster.gateways[0]!.origin, callback.pathname + callback.search);
    });
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain(`${SHOP} is connected`);
    const again = await send(cluster.gateways[0]!.origin, callback.pathname + callback.search);
    expect([again.status, again.text.includes('start the installation again')]).toEqual([400, true]);
    await until('the shop is read', async () => typeof (await status()).lastSyncAt === 'string');
    expect(await available()).toBe(120);
    await until('the matcher follows', isFollowed, scaleTimeout(2_000));
    const { body } = await management.call('GET', `${COMPANY}/catalog/imports`);
    expect(body.data[0]).toMatchObject({ state: 'SUCCEEDED', source: 'SHOPIFY', created: 120 });
  });

  it('a change is in force and matched within 2 s of its webhook, which is answered within 1 s', async () => {
    await shopify.deliver(shop);
    shop.putProduct(sampleProduct(41, 2));
    shop.putProduct(sampleProduct(1, 3, { status: 'ARCHIVED' }));
    const deliveries = await shopify.deliver(shop, { attempts: 5 });
    expect(deliveries.map((delivery) => delivery.status)).toEqual([200, 200]);
    for (const { tookMs } of deliveries) expect(tookMs).toBeLessThan(scaleTimeout(1_000));
    await until(
      'both changes are matched',
      async () => (await available()) === 119 && (await isFollowed()),
      scaleTimeout(2_000),
    );
  });

  // catalog-sync's own tests do it with 1,000.
  it('200 webhooks in any order, each sent one to three times, end as the shop is (docs/reliability.md R5.7)', async () => {
    for (let happened = 0; happened < 200; happened += 1) {
      const id = 10 + ((happened * 7) % 30);
      shop.putProduct(sampleProduct(id, 1 + (happened % 4), { title: `Product ${happened}` }));
    }
    const deliveries = await shopify.deliver(shop, {
      copies: () => 1 + Math.floor(Math.random() * 3),
      random: Math.random,
      concurrency: 8,
      // As Shopify does with what a busy system refuses.
      attempts: 5,
    });
    expect(deliveries.length).toBeGreaterThan(300);
    const isPrompt = ({ tookMs }: { tookMs: number }) => tookMs < scaleTimeout(1_000);
    expect(deliveries.filter((delivery) => delivery.status !== 200 || !isPrompt(delivery))).toEqual([]);
    await until('everything is done', isIdle, 30_000);
    const rows = await database.query(
      `select v.shop_system_id as id, p.name from catalog.variants v
         join catalog.products p on (p.company_id, p.shop_system_id) = (v.company_id, v.product_id) where v.available`,
    );
    const offered = rows.rows.map(({ id, name }) => `${id} ${name}`);
    expect(offered.sort()).toEqual(offeredByShop());
    await until('the matcher follows', isFollowed, scaleTimeout(2_000));
  });

  it('forged, empty and short signatures are 401, whatever the body', async () => {
    shop.putProduct(sampleProduct(2, 1));
    const [event] = shop.events.splice(0);
    const right = webhookHeaders(event!, SHOPIFY_APP.apiSecret);
    for (const signature of ['', 'x', 'AAAA', Buffer.alloc(32).toString('base64'), 'A'.repeat(4_000)]) {
      for (const body of [event!.body, Buffer.alloc(0), Buffer.from([0xff, 0x00])]) {
        const headers = { ...right, 'x-shopify-hmac-sha256': signature };
        const answer = await send(cluster.gateways[0]!.origin, '/shopify/webhooks', { method: 'POST', headers, body });
        expect([answer.status, answer.body.error]).toEqual([401, 'UNAUTHORIZED']);
      }
    }
    shop.events.push(event!);
    expect((await shopify.deliver(shop, { attempts: 5 })).map((delivery) => delivery.status)).toEqual([200]);
    await until('what was signed counts', async () => (await available()) === offeredByShop().length);
  });

  it('catalog-sync killed in the middle of a sync: another process finishes the same operation', async () => {
    shopify.faults.bulkPolls = 1_000;
    const before = shop.operations.size;
    expect((await requestSync()).status).toBe(202);
    await until('an operation is running', async () => shop.operations.size === before + 1);
    await until('it is looked at', async () => [...shop.operations.values()].at(-1)?.status === 'RUNNING');
    await cluster.catalog.stop('SIGKILL');
    shop.deleteProduct(3);
    await shopify.deliver(shop, { attempts: 1 });
    const operation = [...shop.operations.values()].at(-1)!;
    // Leases of the killed process run out now instead of in half a minute, before the new one has any.
    await database.query('update catalog.jobs set lease_until = now() where lease_until is not null');
    cluster.restart('catalog');
    operation.status = 'RUNNING';
    shop.finishOperation(operation.id);
    await until('the shop is read', async () => (await status()).syncing === false, 30_000);
    expect(shop.operations.size).toBe(before + 1);
    expect(await status()).toMatchObject({ state: 'CONNECTED', failures: 0 });
  });

  it('webhooks that came while catalog-sync was down are repeated, and the catalog ends equal to the shop', async () => {
    shopify.faults.bulkPolls = 0;
    await cluster.catalog.stop('SIGKILL');
    for (let id = 10; id < 20; id += 1) shop.putProduct(sampleProduct(id, 1 + (id % 4)));
    shop.deleteProduct(4);
    const lost = await shopify.deliver(shop);
    expect(lost.every((delivery) => delivery.status === 503)).toBe(true);
    cluster.restart('catalog');
    shop.events.push(...lost.map(({ event }) => event));
    const isDelivered = async () => {
      const failed = (await shopify.deliver(shop, { copies: () => 2 })).filter((delivery) => delivery.status !== 200);
      shop.events.push(...failed.map(({ event }) => event));
      return failed.length === 0;
    };
    await until('every webhook is delivered', isDelivered, 30_000);
    await until('everything is done', isIdle, 30_000);
    const offered = await database.query('select shop_system_id as id from catalog.variants where available');
    const expected = [...shop.products.values()]
      .filter((product) => product.status === 'ACTIVE')
      .flatMap((product) => product.variants.map(({ id }) => String(id)));
    // The webhook about the deletion of product 3 was lost and not repeated: the nightly sync finds it.
    const known = offered.rows.map(({ id }) => id as string).filter((id) => !/^3\d$/.test(id));
    expect(known.sort()).toEqual(expected.sort());
    expect((await requestSync()).status).toBe(202);
    await until('the shop is read', async () => (await status()).syncing === false, 30_000);
    expect(await available()).toBe(expected.length);
  });

  it('a token that expires is renewed on the way; one that cannot be renewed is shown', async () => {
    shopify.authorizations.expire(SHOP);
    shop.putProduct(sampleProduct(5, 4));
    await shopify.deliver(shop, { attempts: 5 });
    await until('the change is in force', async () =>
      one<boolean>(`select exists (select from catalog.variants where shop_system_id = '53' and available)`),
    );
    shopify.authorizations.expire(SHOP);
    shopify.faults.refusesRefresh = true;
    expect((await requestSync()).status).toBe(202);
    await until('it is shown', async () => (await status()).state === 'NEEDS_REINSTALL');
    expect((await status()).problem).toContain('the app must be installed again');
    expect((await requestSync()).body.error).toBe('CONFLICT');
    shopify.faults.refusesRefresh = false;
  });

  it('the merchant removes the app: the catalog stays until shop/redact, 48 hours later', async () => {
    const before = await available();
    expect((await system.connect('glow')).status).toBe(200);
    await until('the shop is read', async () => (await status()).syncing === false);
    shop.complianceUri = `http://localhost:${new URL(cluster.gateways[0]!.origin).port}/shopify/webhooks`;
    shopify.uninstall(shop);
    await shopify.deliver(shop, { attempts: 5 });
    expect((await status()).state).toBe('UNINSTALLED');
    expect(await available()).toBe(before);
    shop.compliance('customers/redact', { customer: { email: 'ada@example.org' } });
    shop.compliance('shop/redact', {});
    expect((await shopify.deliver(shop, { attempts: 5 })).map((delivery) => delivery.status)).toEqual([200, 200]);
    await until(
      'everything of the shop is gone',
      async () => (await management.call('GET', `${COMPANY}/shopify`)).status === 404,
    );
    expect(await one<number>('select count(*)::int from catalog.variants')).toBe(0);
    expect(cluster.catalog.output()).not.toContain('ada@example.org');
  });
});
