import { json as jsonBytes, ServiceError } from '@svc/kit';
import type { z } from 'zod';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { IMPORT_ID } from '../../../openapi/example-ids.js';
import { json, page, sendJson, sendNothing, sendPage } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { paging, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { feed as feedSchema } from '../blueprint/catalog.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { search } from '../search.js';
import { feedStateExample } from './catalog-examples.js';
import { LEASE_LEFT, wait } from './create-import.js';
import { HIDDEN_PASSWORD, toFeedState } from './feed-state.js';
import { importRunExample } from './import-examples.js';
import { toImportRun } from './present-run.js';

const syncCatalog = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/catalog/sync`,
  id: 'syncCatalog',
  permission: 'manage:catalog.import',
  summary: 'Fetch the feed now',
  description: 'NOT_FOUND without a feed; CONFLICT while another import of the company is running.',
  params: company,
  query: { wait },
  answers: {
    200: json('wait=true: the run.', 'ImportRun', { run: importRunExample }),
    202: json('Started.', 'StartedImport', { run: { id: IMPORT_ID } }),
  },
  errors: ['CONFLICT', 'NOT_FOUND'],
  retryAfter: { CONFLICT: LEASE_LEFT },
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, wait: query.wait };
      const { run } = await clients.catalogAdmin.syncCatalog(request, { timeoutMs: TIMEOUT_MS.import });
      if (!run) throw new Error('SyncCatalog answered without a run');
      return query.wait ? sendJson(200, toImportRun(run)) : sendJson(202, { id: run.id });
    },
});

const FEED = `${COMPANY}/catalog/feed`;

const getFeed = route({
  ...management,
  method: 'GET',
  path: FEED,
  id: 'getFeed',
  permission: 'manage:catalog.read',
  summary: 'The feed and its schedule',
  params: company,
  answers: { 200: json('The feed.', 'FeedState', { feed: feedStateExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      return sendJson(200, toFeedState(await clients.catalogAdmin.getFeed({ companyId })));
    },
});

const setFeed = route({
  ...management,
  method: 'PUT',
  path: FEED,
  id: 'setFeed',
  permission: 'manage:integration.write',
  summary: 'Set the feed and its schedule',
  description:
    'The same as applying a company file with this feed and nothing else. A new address is fetched immediately. The password of an ' +
    'address may be given as ***, as the feed is shown: then it is left as it is, if user name and host are those of the present feed.',
  params: company,
  body: jsonBody({
    schema: feedSchema,
    schemaId: 'Feed',
    examples: { feed: { url: 'https://shop.glow.example/feed.csv', format: 'auto', everyHours: 12 } },
    refused: 'The feed was not set',
    maxBytes: 16 * 1024,
  }),
  answers: { 200: json('As stored.', 'FeedState', { feed: feedStateExample }) },
  errors: ['INVALID_BLUEPRINT', 'CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const present = await clients.catalogAdmin.getFeed({ companyId });
      const feed = { ...body, url: withStoredPassword(body.url, present.feed?.url) };
      await applyFeed(clients, params.handle, feed);
      return sendJson(200, toFeedState(await clients.catalogAdmin.getFeed({ companyId })));
    },
});

const deleteFeed = route({
  ...management,
  method: 'DELETE',
  path: FEED,
  id: 'deleteFeed',
  permission: 'manage:integration.write',
  summary: 'Remove the feed',
  description: 'The catalog stays in force.',
  params: company,
  answers: { 204: { description: 'The company has no feed. Repeated: 204.' } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      await getCompany(clients, params);
      await applyFeed(clients, params.handle, null);
      return sendNothing;
    },
});

const listProducts = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/catalog/products`,
  id: 'listProducts',
  permission: 'manage:catalog.read',
  summary: 'Products in catalog order',
  params: company,
  query: {
    query: search('Part of a name, product id or variant id.', 'velvet'),
    productId: search('Only the product with exactly this id.', 'P1'),
    tag: search('Only products that have this tag, or a variant with it.', 'category:lips'),
    ...paging,
  },
  answers: {
    200: page('ProductPage', {
      shopSystemId: 'P1',
      name: 'Velvet Lipstick',
      tags: ['category:lips'],
      variants: [{ shopSystemId: 'V1007', name: 'Coral', available: true, price: '19.90', currency: 'EUR', tags: [] }],
    }),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { query: part, productId, tag } = query;
      const filter = { ...(productId ? { productId } : {}), ...(tag ? { tag } : {}) };
      const request = { companyId, query: part, ...filter, ...toPage(query) };
      const { products, nextPageToken } = await clients.catalogAdmin.listProducts(request);
      return sendPage(products, nextPageToken);
    },
});

const listTags = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/catalog/tags`,
  id: 'listTags',
  permission: 'manage:catalog.read',
  summary: 'Tags of the catalog in force, by name',
  description: 'Tags that only the tagging of the company file assigns are not listed.',
  params: company,
  query: { query: search('Part of the tag.', 'category:'), ...paging },
  answers: { 200: page('CatalogTagPage', { tag: 'category:lips', products: 12, variants: 48 }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { items, nextPageToken } = await clients.catalogAdmin.listTags({
        companyId,
        query: query.query,
        ...toPage(query),
      });
      return sendPage(items, nextPageToken);
    },
});

/** The feed and the products of a company. docs/catalog.md. */
export const catalog = [syncCatalog, getFeed, setFeed, deleteFeed, listProducts, listTags];

/** A feed is a part of the company file: all checks of an apply run. */
const applyFeed = (clients: Clients, handle: string, feed: z.output<typeof feedSchema> | null) =>
  clients.funnelAdmin.applyBlueprint(
    { handle, blueprintJson: jsonBytes.encode({ feed }) },
    { timeoutMs: TIMEOUT_MS.apply },
  );

/** The address with the password of the present one in place of `***`. It is sent to the host that has it already, and to no other. */
function withStoredPassword(address: string, present: string | undefined): string {
  if (!URL.canParse(address) || new URL(address).password !== HIDDEN_PASSWORD) return address;
  const url = new URL(address);
  const stored = present !== undefined && URL.canParse(present) ? new URL(present) : undefined;
  if (stored?.origin !== url.origin || stored.username !== url.username) {
    throw new ServiceError('INVALID_REQUEST', 'The feed was not set.', {
      details: [{ path: '/url', message: 'url must contain the password, because user name or host are new.' }],
    });
  }
  url.password = stored.password;
  return url.href;
}
