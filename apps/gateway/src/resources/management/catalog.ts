import { ServiceError } from '@svc/kit';
import { feedFormats, toMilliseconds } from '@svc/proto';
import { TIMEOUT_MS } from '../../clients.js';
import { IMPORT_ID } from '../../openapi/example-ids.js';
import { json, page, sendJson, sendPage } from '../../route/answer.js';
import { type Parameter, paging, toPage } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { feedStateExample } from './catalog-examples.js';
import { LEASE_LEFT, wait } from './create-import.js';
import { importRunExample } from './import-examples.js';
import { toIsoTime } from './iso-time.js';
import { COMPANY, company, getCompany, management } from './management.js';
import { toImportRun } from './present-run.js';

const MAX_SEARCH_LENGTH = 200;
const HOUR_MS = 3_600_000;

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

const getFeed = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/catalog/feed`,
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
      const { feed, nextSyncTime, failures, lastImportId } = await clients.catalogAdmin.getFeed({ companyId });
      if (!feed) {
        throw new ServiceError('NOT_FOUND', 'The company has no feed; its company file must have a feed with a url.');
      }
      return sendJson(200, {
        url: withoutPassword(feed.url),
        format: feedFormats.toName(feed.format),
        everyHours: toMilliseconds(feed.syncInterval) / HOUR_MS,
        nextSyncAt: toIsoTime(nextSyncTime),
        failures,
        lastImportId: lastImportId ?? null,
      });
    },
});

const search: Parameter<string> = {
  description: 'Part of a name, product id or variant id.',
  example: 'velvet',
  read: ([value = ''], name) => {
    if (value.length <= MAX_SEARCH_LENGTH && !value.includes('\0')) return value;
    throw new ServiceError('INVALID_QUERY', `${name} must have at most ${MAX_SEARCH_LENGTH} characters and no NUL.`);
  },
};

const listProducts = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/catalog/products`,
  id: 'listProducts',
  permission: 'manage:catalog.read',
  summary: 'Products in catalog order',
  params: company,
  query: { query: search, ...paging },
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
      const request = { companyId, query: query.query, ...toPage(query) };
      const { products, nextPageToken } = await clients.catalogAdmin.listProducts(request);
      return sendPage(products, nextPageToken);
    },
});

/** The feed and the products of a company. docs/catalog.md. */
export const catalog = [syncCatalog, getFeed, listProducts];

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  return url.href;
}
