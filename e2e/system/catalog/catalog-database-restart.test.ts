import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ShopifyStandIn, type StandInShop, sampleProduct } from '@svc/shopify-stand-in';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { isReady } from '../../support/processes.js';
import type { admin, Cluster } from '../../support/services.js';
import { type ShopifySystem, startShopifySystem } from '../../support/shopify-system.js';

/**
 * The lease of a run (30 s) and of a feed (40 s), and time to take them over. docs/reliability.md R5.6: 60
 * s.
 */
const TAKEN_OVER_MS = 90_000;
/** Eight programs at the same time, next to other tests. */
const RECOVERED_MS = 60_000;

const csv = (count: number, price: string): string =>
  [
    'id;name;url;price',
    ...Array.from({ length: count }, (_, i) => `V${i};Shade ${i};https://shop.example/${i};${price}`),
    '',
  ].join('\n');

/**
 * The database is ended immediately, in the middle of a sync, and comes back on the same data. No service is restarted: each recovers by
 * itself. docs/reliability.md R5.1.
 */
describe('the database restarts in the middle of a sync', () => {
  let system: ShopifySystem;
  let cluster: Cluster;
  let shopify: ShopifyStandIn;
  let shop: StandInShop;
  let feed: Server;
  let listener: RequestListener;
  let management: ReturnType<typeof admin>;
  const holding: pg.Client[] = [];

  beforeAll(async () => {
    system = await startShopifySystem(40);
    ({ cluster, shopify, shop, management } = system);
    feed = createServer((request, response) => listener(request, response));
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => Promise.all(holding.splice(0).map((client) => client.end().catch(() => {}))));
  afterAll(async () => {
    feed?.closeAllConnections();
    feed?.close();
    await system?.stop();
  });

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: cluster.databaseUrl });
    // It breaks with the database.
    client.on('error', () => {});
    await client.connect();
    return client;
  }
  async function loadRows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    const client = await connect();
    return (await client.query<Row>(sql).finally(() => client.end())).rows;
  }
  const one = async <T>(sql: string): Promise<T> => (await loadRows<{ it: T }>(`select (${sql}) as it`))[0]!.it;
  /** What a match may show of a company: how many variants, and their prices. */
  const inForce = (company: string) =>
    one<string>(
      `select count(*) || ' at ' || coalesce(string_agg(distinct price, ','), 'none')
         from catalog.variants v join funnel.companies c on c.id = v.company_id where c.handle = '${company}' and available`,
    );
  /** Whether a session waits for the lock that the test holds. */
  const isWaiting = (what: string) =>
    one<boolean>(
      `exists (select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%${what}%' and application_name = 'svc-catalog')`,
    );
  /** Holds the rows until the database ends. */
  async function hold(sql: string): Promise<void> {
    const client = await connect();
    holding.push(client);
    await client.query('begin');
    await client.query(sql);
  }
  /** Leases run out now instead of in half a minute. */
  const letLeasesEnd = () => loadRows(`update catalog.import_runs set lease_until = now() where state = 'RUNNING'`);
  const runs = async (company: string) =>
    (await management.call('GET', `/companies/${company}/catalog/imports?limit=50`)).body?.data as
      | { state: string; reason?: string }[]
      | undefined;

  /** Restarts the database; every service must answer again without a restart. */
  async function restartDatabase(company: string, whileDown: () => void = () => {}): Promise<void> {
    const isAnswered = async () =>
      (await management.call('GET', `/companies/${company}/catalog/imports`)).status === 200 &&
      (await management.apply(company, {})).status === 200;
    await cluster.crashDatabase();
    await until('the outage shows', async () => !(await isAnswered()));
    await until(
      'and every service says so',
      async () => {
        const { body } = await send(cluster.gateways[0]!.origin, '/readyz');
        return Object.values(body.services).every((serves) => serves === false);
      },
      RECOVERED_MS,
    );
    whileDown();
    await cluster.startDatabase();
    await until('every service answers again', isAnswered, RECOVERED_MS);
    await until('and says so', () => isReady(cluster.gateways[0]!.origin), RECOVERED_MS);
  }

  describe('of a feed', () => {
    const OLD = '100 at 1.00';
    const NEW = '115 at 2.00';
    const sync = (query = '') => management.call('POST', `/companies/fed/catalog/sync${query}`);
    /** Once no other run is in progress: the schedule may have begun one before the file was changed. */
    const startSync = (isReached: () => Promise<boolean>) =>
      until('the moment is reached', async () => {
        if (await isReached()) return true;
        await sync();
        return false;
      });
    const serve =
      (file: string): RequestListener =>
      (_, response) =>
        response.end(file);

    /** The catalog at the start of every test. */
    async function begin(): Promise<void> {
      listener = serve(csv(100, '1.00'));
      const url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/feed.csv`;
      const fed = { name: 'Fed', language: 'en', feed: { url } };
      const applied = await management.establish('fed', fed);
      expect(applied.status, applied.text).toBe(200);
      await until(
        'no import is running',
        async () => (await runs('fed'))?.every(({ state }) => state !== 'RUNNING') === true,
      );
      await until(
        'the old catalog is in force',
        async () => {
          if ((await inForce('fed')) !== OLD) await sync('?wait=true');
          return (await inForce('fed')) === OLD;
        },
        RECOVERED_MS,
      );
    }

    const moments: [string, { file: RequestListener; isReached(): Promise<boolean>; prepare?(): Promise<void> }][] = [
      [
        'while the file arrives',
        {
          file: (_, response) => void response.write(csv(115, '2.00').slice(0, 1_000)),
          isReached: () => one<boolean>(`exists (select from catalog.import_runs where state = 'RUNNING')`),
        },
      ],
      [
        'when the rows are staged',
        {
          prepare: () => hold('select from catalog.catalogs for update'),
          file: serve(csv(115, '2.00')),
          isReached: () => isWaiting('catalogs'),
        },
      ],
      [
        'in the middle of the merge',
        {
          prepare: () => hold(`select from catalog.variants where shop_system_id = 'V50' for update`),
          file: serve(csv(115, '2.00')),
          isReached: () => isWaiting('update variants'),
        },
      ],
    ];
    it.each(moments)(
      '%s: the old catalog stays whole, the run ends, the next one succeeds',
      async (_, { file, isReached, prepare }) => {
        await begin();
        listener = file;
        await prepare?.();
        await startSync(isReached);
        await restartDatabase('fed', () => {
          feed.closeAllConnections();
          listener = serve(csv(115, '2.00'));
        });
        expect([OLD, NEW]).toContain(await inForce('fed'));
        await letLeasesEnd();
        await until(
          'no import is running',
          async () => (await runs('fed'))?.every(({ state }) => state !== 'RUNNING') === true,
          TAKEN_OVER_MS,
        );
        const next = await repeatWhileUnavailable(() => sync('?wait=true'));
        // The schedule may have been faster.
        if (next.status !== 409) expect(next.body, next.text).toMatchObject({ state: 'SUCCEEDED' });
        await until('the new catalog is in force', async () => (await inForce('fed')) === NEW, TAKEN_OVER_MS);
      },
      240_000,
    );

    it('and the schedule repeats the interrupted sync without a request', async () => {
      await begin();
      listener = serve(csv(115, '2.00'));
      await hold('select from catalog.catalogs for update');
      await startSync(() => isWaiting('catalogs'));
      await restartDatabase('fed');
      await until('the new catalog is in force', async () => (await inForce('fed')) === NEW, TAKEN_OVER_MS);
      await until('its run has ended', async () => (await runs('fed'))?.[0]?.state === 'SUCCEEDED');
    }, 240_000);
  });

  describe('of a Shopify shop', () => {
    const status = async () => (await management.call('GET', '/companies/shop/shopify')).body;
    const expected = () =>
      [...shop.products.values()]
        .filter((product) => product.status === 'ACTIVE')
        .flatMap((product) => product.variants.map(({ id }) => String(id)))
        .sort();
    const offered = async () => {
      const rows = await loadRows<{ id: string }>(
        `select shop_system_id as id from catalog.variants v join funnel.companies c on c.id = v.company_id
          where c.handle = 'shop' and available`,
      );
      return rows.map(({ id }) => id).sort();
    };
    const isDone = () =>
      one<boolean>(
        `not exists (select from catalog.jobs where dead_at is null)
         and not exists (select from catalog.import_runs where state = 'RUNNING')
         and not exists (select from catalog.shopify_shops where sync_wanted)`,
      );

    beforeAll(async () => {
      const applied = await management.establish('shop', { name: 'Shop', language: 'en' });
      expect(applied.status, applied.text).toBe(200);
      expect((await system.connect('shop')).status).toBe(200);
      await until('the shop is read', async () => typeof (await status()).lastSyncAt === 'string');
    });

    it('while Shopify writes its file: the same operation is finished', async () => {
      shopify.faults.bulkPolls = 1_000;
      const before = shop.operations.size;
      expect((await management.call('POST', '/companies/shop/shopify/sync')).status).toBe(202);
      await until('an operation is running', async () => [...shop.operations.values()].at(-1)?.status === 'RUNNING');
      await restartDatabase('shop');
      shopify.faults.bulkPolls = 0;
      shop.finishOperation([...shop.operations.values()].at(-1)!.id);
      await until('the shop is read', isDone, TAKEN_OVER_MS);
      expect(await offered()).toEqual(expected());
      expect([shop.operations.size - before, await status()]).toMatchObject([1, { state: 'CONNECTED', failures: 0 }]);
    }, 240_000);

    it('when its file is staged: the catalog in force stays until the next attempt, which succeeds by itself', async () => {
      const before = await offered();
      for (let id = 41; id <= 44; id += 1) shop.putProduct(sampleProduct(id, 2));
      shop.events.splice(0);
      await hold('select from catalog.catalogs for update');
      expect((await management.call('POST', '/companies/shop/shopify/sync')).status).toBe(202);
      await until('the rows are staged', () => isWaiting('catalogs'));
      await restartDatabase('shop');
      // Leases of what the restart interrupted run out now; "the schedule repeats" above waits for theirs.
      await loadRows('update catalog.jobs set lease_until = now() where lease_until is not null');
      expect([before, expected()]).toContainEqual(await offered());
      await until('the shop is read', isDone, TAKEN_OVER_MS);
      expect(await offered()).toEqual(expected());
      expect(await status()).toMatchObject({ state: 'CONNECTED', syncing: false });
    }, 240_000);
  });
});
