import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminDocumentProblems } from './admin-schema.js';
import { sampleProduct } from './sample-product.js';
import type { StandInShop } from './stand-in-shop.js';
import { type ShopifyStandIn, startShopify } from './start-shopify.js';

const APP = { apiKey: 'key', apiSecret: 'secret' };
const SHOP = 'glow.myshopify.com';

let shopify: ShopifyStandIn;
let shop: StandInShop;
let accessToken: string;
beforeEach(async () => {
  shopify = await startShopify({ ...APP, points: { maximum: 1_000, restoreRate: 1_000 } });
  shop = shopify.shop(SHOP);
  const consent = shopify.authorizations.consent(
    SHOP,
    new URLSearchParams({ client_id: 'key', redirect_uri: 'https://app.example/' }),
  );
  const code = new URL(consent ?? '').searchParams.get('code');
  const { body } = shopify.authorizations.exchange(SHOP, { client_id: 'key', client_secret: 'secret', code }, false);
  accessToken = (body as { access_token: string }).access_token;
});
afterEach(() => shopify.stop());

interface Result {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the query asks for.
  data: any;
  errors?: { message: string; extensions?: { code: string } }[];
  extensions?: { cost: { requestedQueryCost: number; throttleStatus: { currentlyAvailable: number } } };
}

async function ask(query: string, variables: object = {}): Promise<Result> {
  const response = await fetch(`${shopify.base.replace('{shop}', SHOP)}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': accessToken },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Result, 'status'>) };
}

const BULK = `{ products { edges { node { id title variants { edges { node { id price product { id } } } } } } } }`;
const run = (query: string, more = '') =>
  ask(
    `mutation run($query: String!) { bulkOperationRunQuery(query: $query ${more}) { bulkOperation { id status } userErrors { field message code } } }`,
    { query },
  );
const fetchOperation = (id: string) =>
  ask(`query look($id: ID!) { bulkOperation(id: $id) { status url partialDataUrl objectCount errorCode } }`, { id });

async function ended(): Promise<{ status: string; url: string; partialDataUrl: string; objectCount: string }> {
  const { id } = (await run(BULK)).data.bulkOperationRunQuery.bulkOperation;
  expect((await fetchOperation(id)).data.bulkOperation.status).toBe('RUNNING');
  return (await fetchOperation(id)).data.bulkOperation;
}

const fetchLines = async (url: string): Promise<Record<string, unknown>[]> =>
  (await (await fetch(url)).text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('GraphQL', () => {
  it('answers what was selected, under aliases and with variables', async () => {
    shop.putProduct(sampleProduct(7));
    const { data } = await ask(
      `query one($id: ID!, $first: Int = 1) { it: product(id: $id) { title variants(first: $first) { nodes { id availableForSale product { handle } } pageInfo { hasNextPage } } } }`,
      { id: 'gid://shopify/Product/7' },
    );
    expect(data.it).toEqual({
      title: 'Foundation 7',
      variants: {
        nodes: [{ id: 'gid://shopify/ProductVariant/70', availableForSale: true, product: { handle: 'foundation-7' } }],
        pageInfo: { hasNextPage: true },
      },
    });
    expect((await ask('{ product(id: "gid://shopify/Product/8") { id } }')).data).toEqual({ product: null });
  });

  it('a document that does not match the schema is refused with the reason', async () => {
    expect((await ask('{ shop { nam } }')).errors).toEqual([{ message: "Field 'nam' doesn't exist on type 'Shop'" }]);
    expect(adminDocumentProblems('{ product { id } }')).toEqual(["Field 'product' is missing required arguments: id"]);
    expect(adminDocumentProblems('{ shop }')).toEqual(["Field 'shop' must have selections"]);
    expect(adminDocumentProblems('{ shop { name { x } } }')).toEqual(["Selections can't be made on scalars (name)"]);
    expect(adminDocumentProblems('query x($a: Int) { shop { name } }')).toEqual([
      'Variable $a is declared but not used',
    ]);
    expect(adminDocumentProblems('{ shop { name }')).toEqual(['syntax error, unexpected end of file']);
  });

  it('a token of another shop, or none, is 401', async () => {
    accessToken = 'shpat_forged';
    expect(await ask('{ shop { name } }')).toMatchObject({ status: 401 });
  });

  it('costs points that come back, and says Throttled when there are none left', async () => {
    const big = '{ products(first: 250) { nodes { id variants(first: 1) { nodes { id } } } } }';
    const first = await ask(big);
    expect(first.extensions?.cost.requestedQueryCost).toBeGreaterThan(250);
    await ask(big);
    expect((await ask(big)).errors?.[0]?.extensions?.code ?? (await ask(big)).errors?.[0]?.extensions?.code).toBe(
      'THROTTLED',
    );
  });

  it('faults: throttled on demand, with 200 or 429, or broken', async () => {
    Object.assign(shopify.faults, { throttledCalls: 1, throttledStatus: 429 });
    expect(await ask('{ shop { name } }')).toMatchObject({ status: 429, errors: [{ message: 'Throttled' }] });
    shopify.faults.brokenCalls = 1;
    expect((await ask('{ shop { name } }')).status).toBe(503);
    expect((await ask('{ shop { name } }')).data.shop.name).toBe(SHOP);
  });
});

describe('bulk operations', () => {
  beforeEach(() => {
    for (let id = 1; id <= 20; id += 1) shop.putProduct(sampleProduct(id, 3));
  });

  it('write a line a node; children name their parent and stand anywhere behind the roots', async () => {
    const { status, url, objectCount } = await ended();
    expect({ status, objectCount }).toEqual({ status: 'COMPLETED', objectCount: '80' });
    const lines = await fetchLines(url);
    expect(lines).toHaveLength(80);
    expect(lines[0]).toEqual({ id: 'gid://shopify/Product/1', title: 'Foundation 1' });
    const children = lines.filter((line) => '__parentId' in line);
    expect(children).toHaveLength(60);
    for (const child of children) expect(child.__parentId).toBe((child.product as { id: string }).id);
    expect(children.map(({ __parentId }) => __parentId)).not.toEqual(
      children.map(({ __parentId }) => __parentId).sort(),
    );
  });

  it('with groupObjects the children stand below their parent', async () => {
    const { id } = (await run(BULK, ', groupObjects: true')).data.bulkOperationRunQuery.bulkOperation;
    await fetchOperation(id);
    const lines = await fetchLines((await fetchOperation(id)).data.bulkOperation.url);
    expect(lines.slice(0, 4).map((line) => line.__parentId)).toEqual([
      undefined,
      ...Array.from({ length: 3 }, () => 'gid://shopify/Product/1'),
    ]);
  });

  it('an empty result has no address', async () => {
    shop.products.clear();
    expect(await ended()).toMatchObject({ status: 'COMPLETED', url: null, objectCount: '0' });
  });

  it('what is no bulk query is refused with a user error', async () => {
    const { bulkOperation, userErrors } = (await run('{ shop { name } }')).data.bulkOperationRunQuery;
    expect(bulkOperation).toBeNull();
    expect(userErrors[0]).toMatchObject({ field: ['query'], code: 'INVALID' });
  });

  it('five run at a time', async () => {
    for (let number = 0; number < 5; number += 1) await run(BULK);
    expect((await run(BULK)).data.bulkOperationRunQuery.userErrors[0].code).toBe('LIMIT_REACHED');
  });

  it('faults: failed with partial data, miscounted, cut off', async () => {
    shopify.faults.bulkEnd = 'FAILED';
    const failed = await ended();
    expect(failed).toMatchObject({ status: 'FAILED', url: null, errorCode: 'INTERNAL_SERVER_ERROR' });
    expect((await fetchLines(failed.partialDataUrl)).length).toBeLessThan(80);
    Object.assign(shopify.faults, { bulkEnd: 'COMPLETED', objectCountOff: 5 });
    expect((await ended()).objectCount).toBe('85');
    shopify.faults.truncatedBytes = 100;
    await expect(fetchLines((await ended()).url)).rejects.toThrow();
  });
});
