import { connect } from 'node:net';
import { ServiceError } from '@svc/kit';
import {
  ChangeConcern,
  FeedFormat,
  type GetFeedResponse,
  type ImportCsvRequest,
  type ImportRun,
  ImportSource,
  ImportState,
  ShopState,
  toDuration,
} from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { waitFor } from '../../../testing/wait-for.js';

const CATALOG = '/api/admin/v1/companies/glow/catalog';
const T0 = new Date('2026-11-21T10:00:00Z');

const run = (changes: Partial<ImportRun> = {}): ImportRun => ({
  id: 'r1',
  state: ImportState.IMPORT_STATE_SUCCEEDED,
  read: 3,
  created: 1,
  updated: 0,
  unchanged: 1,
  removed: 2,
  rejected: [{ line: 4, column: 'price', reason: 'Not a price.' }],
  rejectedCount: 1,
  reason: undefined,
  notes: [],
  createTime: T0,
  finishTime: T0,
  dryRun: false,
  source: ImportSource.IMPORT_SOURCE_UPLOAD,
  ...changes,
});

let gateway: TestGateway;
/** What catalog-sync has read: the start message and the file. */
let received: { start?: unknown; bytes: Buffer };
let answer: ImportRun;
let feeds: Record<string, GetFeedResponse>;

beforeEach(async () => {
  received = { bytes: Buffer.alloc(0) };
  answer = run();
  feeds = {};
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'CHF' }),
      },
      catalogAdmin: {
        getImport: async () => ({ run: answer }),
        syncCatalog: async ({ wait }: { wait: boolean }) => ({
          run: run({
            state: wait ? answer.state : ImportState.IMPORT_STATE_RUNNING,
            source: ImportSource.IMPORT_SOURCE_FEED,
          }),
        }),
        getFeed: async ({ companyId }: { companyId: string }) => feeds[companyId] ?? { failures: 0 },
        importCsv: async (requests: AsyncIterable<ImportCsvRequest>) => {
          const chunks: Buffer[] = [];
          for await (const { part } of requests) {
            if (part?.$case === 'start') received.start = part.value;
            if (part?.$case === 'chunk') chunks.push(part.value);
          }
          received.bytes = Buffer.concat(chunks);
          return { run: answer };
        },
      },
    },
  });
});
afterEach(() => gateway.stop());

const authorized = { authorization: `Bearer ${PLATFORM_TOKEN}` };
const importCsv = (body: string | Buffer, query = '', headers: Record<string, string> = {}) =>
  gateway.ask(`${CATALOG}/imports${query}`, {
    method: 'POST',
    headers: { ...authorized, 'content-type': 'text/csv', ...headers },
    body,
  });

describe('an import. docs/management.md "Keys, versions, imports, erasure"', () => {
  it('hands the file on as it came, with the company’s currency, and answers 202 with the run’s id', async () => {
    const file = Buffer.concat([Buffer.from('id;name\n'), Buffer.alloc(3_000_000, 'é', 'latin1')]);
    const { status, json } = await importCsv(file);
    expect([status, json]).toEqual([202, { id: 'r1' }]);
    expect(received.start).toEqual({
      companyId: 'company-1',
      defaultCurrency: 'CHF',
      wait: false,
      dryRun: false,
      format: FeedFormat.FEED_FORMAT_UNSPECIFIED,
    });
    expect(received.bytes.equals(file)).toBe(true);
  });

  it('wait=true answers 200 with the finished run', async () => {
    const { status, json } = await importCsv('id\n', '?wait=true&dryRun=true');
    expect(status).toBe(200);
    expect(json).toEqual({
      id: 'r1',
      state: 'SUCCEEDED',
      read: 3,
      created: 1,
      updated: 0,
      unchanged: 1,
      removed: 2,
      rejected: [{ line: 4, column: 'price', reason: 'Not a price.' }],
      rejectedCount: 1,
      notes: [],
      dryRun: false,
      source: 'UPLOAD',
      createdAt: T0.toISOString(),
      finishedAt: T0.toISOString(),
    });
    expect(received.start).toMatchObject({ wait: true, dryRun: true });
  });

  it('a run that failed or is held is still 200, and says why', async () => {
    answer = run({ state: ImportState.IMPORT_STATE_FAILED, reason: 'The column id is missing.' });
    expect((await importCsv('x', '?wait=true')).json).toMatchObject({
      state: 'FAILED',
      reason: 'The column id is missing.',
    });
    answer = run({ state: ImportState.IMPORT_STATE_HELD, reason: 'Most variants would vanish.' });
    expect((await importCsv('x', '?wait=true')).json).toMatchObject({ state: 'HELD' });
  });

  it('ignores a declared charset: the bytes decide', async () => {
    expect((await importCsv('id\n', '', { 'content-type': 'text/csv; charset=windows-1252' })).status).toBe(202);
  });

  it('refuses another type, an encoding, a switch that is not true or false', async () => {
    expect((await importCsv('{}', '', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await importCsv('x', '', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await importCsv('x', '?wait=yes')).json.error).toBe('INVALID_QUERY');
  });

  it('refuses over 100 MiB before reading', async () => {
    const { status, json } = await importCsv('x', '', { 'content-length': String(100 * 1024 * 1024 + 1) });
    expect([status, json.error]).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(received.start).toBeUndefined();
  });

  it('is cancelled when the upload is interrupted, so that no part of a file is staged', async () => {
    let cancelled = false;
    gateway.services.handlers.catalogAdmin.importCsv = async (requests, call) => {
      call.signal.addEventListener('abort', () => {
        cancelled = true;
      });
      for await (const _ of requests);
      return { run: answer };
    };
    const socket = connect(gateway.port, '127.0.0.1');
    const head = [
      `POST ${CATALOG}/imports HTTP/1.1`,
      'Host: svc.test',
      `Authorization: Bearer ${PLATFORM_TOKEN}`,
      'Content-Type: text/csv',
      'Content-Length: 1000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\nid;name\n`);
    await waitFor(() => gateway.services.calls.importCsv?.length === 1);
    socket.destroy();
    await waitFor(() => cancelled);
  });

  it('errors of the service are passed on', async () => {
    gateway.services.handlers.catalogAdmin.importCsv = async () => {
      throw new ServiceError('CONFLICT', 'Another import is running.');
    };
    const { status, json } = await importCsv('id\n');
    expect([status, json.error]).toEqual([409, 'CONFLICT']);
  });
});

describe('reading the catalog', () => {
  const read = (path: string) => gateway.ask(`${CATALOG}${path}`, { headers: authorized });

  it('one run, and runs in pages', async () => {
    gateway.services.handlers.catalogAdmin.getImport = async () => ({
      run: run({ state: ImportState.IMPORT_STATE_RUNNING, finishTime: undefined }),
    });
    gateway.services.handlers.catalogAdmin.listImports = async () => ({ runs: [run()], nextPageToken: 'n' });
    expect((await read('/imports/r1')).json).toMatchObject({ id: 'r1', state: 'RUNNING', finishedAt: null });
    expect((await read('/imports')).json).toMatchObject({ data: [{ id: 'r1' }], nextCursor: 'n' });
  });

  it('products, searched, in pages', async () => {
    const products = [{ shopSystemId: 'P1', name: 'Velvet', tags: [], variants: [] }];
    gateway.services.handlers.catalogAdmin.listProducts = async () => ({
      products,
      nextPageToken: '',
    });
    expect((await read('/products?query=vel%20vet&limit=5')).json).toEqual({ data: products, nextCursor: null });
    expect(gateway.services.calls.listProducts).toEqual([
      { companyId: 'company-1', query: 'vel vet', pageSize: 5, pageToken: '' },
    ]);
    expect((await read('/products?query=%00')).json.error).toBe('INVALID_QUERY');
  });
});

describe('POST …/catalog/imports: format and mapping', () => {
  it('what the query says of the file goes to catalog-sync', async () => {
    const mapping = { format: 'native', columns: { id: 'Artikel' } };
    const query = `?wait=true&format=woocommerce&mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    expect((await importCsv('x', query)).status).toBe(200);
    expect(received.start).toMatchObject({
      format: FeedFormat.FEED_FORMAT_WOOCOMMERCE,
      mapping: { format: FeedFormat.FEED_FORMAT_NATIVE, columns: [{ name: 'id', source: 'Artikel' }] },
    });
  });

  it.each([
    ['format=excel', 'INVALID_QUERY', 'format must be one of auto, native'],
    ['format=gmc&format=gmc', 'INVALID_QUERY', 'format must be one of'],
    ['mapping=%7B', 'INVALID_QUERY', 'mapping must be JSON'],
    ['mapping=%7B%7D', 'INVALID_REQUEST', 'column mapping'],
  ])('%s is %s before anything is read', async (query, error, message) => {
    const response = await importCsv('x', `?${query}`);
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({ error, message: expect.stringContaining(message) });
    expect(received.start).toBeUndefined();
  });
});

describe('a feed. docs/management.md "Keys, versions, imports, erasure"', () => {
  const post = (path: string) => gateway.ask(`${CATALOG}${path}`, { method: 'POST', headers: authorized });
  const get = (path: string) => gateway.ask(`${CATALOG}${path}`, { headers: authorized });

  it('is fetched now: 202 with the id of the run, or 200 with the run when it is waited for', async () => {
    expect(await post('/sync')).toMatchObject({ status: 202, json: { id: 'r1' } });
    expect(await post('/sync?wait=true')).toMatchObject({ status: 200, json: { state: 'SUCCEEDED', source: 'FEED' } });
    expect(await post('/sync?wait=yes')).toMatchObject({ status: 400, json: { error: 'INVALID_QUERY' } });
  });

  it('is shown with its schedule and without its password; without a feed it is 404', async () => {
    expect(await get('/feed')).toMatchObject({ status: 404, json: { error: 'NOT_FOUND' } });
    const feed = { url: 'https://ann:s3cret@shop.example/feed.csv', format: 'auto', everyHours: 12 };
    feeds['company-1'] = {
      feed: { url: feed.url, format: FeedFormat.FEED_FORMAT_AUTO, syncInterval: toDuration(12 * 3_600_000) },
      nextSyncTime: T0,
      failures: 2,
    };
    const { status, json } = await get('/feed');
    expect(status).toBe(200);
    expect(json).toEqual({
      ...feed,
      url: 'https://ann:***@shop.example/feed.csv',
      nextSyncAt: T0.toISOString(),
      failures: 2,
      lastImportId: null,
    });
  });
});

describe('a change of the feed (docs/catalog.md "Feeds")', () => {
  const change = (method: string, body?: object) =>
    gateway.ask(`${CATALOG}/feed`, {
      method,
      headers: { ...authorized, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  let applied: unknown[];
  beforeEach(() => {
    applied = [];
    gateway.services.handlers.funnelAdmin.applyBlueprint = async ({ blueprintJson }) => {
      applied.push(JSON.parse(Buffer.from(blueprintJson).toString()));
      return { body: Buffer.from('{}') };
    };
    feeds['company-1'] = {
      feed: {
        url: 'https://ann:s3cret@shop.example/feed.csv',
        format: FeedFormat.FEED_FORMAT_AUTO,
        syncInterval: toDuration(12 * 3_600_000),
      },
      nextSyncTime: T0,
      failures: 0,
    };
  });

  it('is an apply of this part alone, with defaults; the answer hides the password', async () => {
    const { status, json } = await change('PUT', { url: 'https://ann:n3w@shop.example/other.csv' });
    expect(applied).toEqual([
      { feed: { url: 'https://ann:n3w@shop.example/other.csv', format: 'auto', everyHours: 12 } },
    ]);
    expect([status, json.url]).toEqual([200, 'https://ann:***@shop.example/feed.csv']);
  });

  it('keeps the password that is shown as ***, for the same user and host only (docs/dashboard.md Y12.6)', async () => {
    await change('PUT', { url: 'https://ann:***@shop.example/other.csv', everyHours: 6 });
    expect(applied).toMatchObject([{ feed: { url: 'https://ann:s3cret@shop.example/other.csv', everyHours: 6 } }]);
    for (const url of ['https://ann:***@evil.example/feed.csv', 'https://bob:***@shop.example/feed.csv']) {
      const refused = { error: 'INVALID_REQUEST', details: [{ path: '/url' }] };
      expect(await change('PUT', { url })).toMatchObject({ status: 400, json: refused });
    }
    feeds = {};
    expect((await change('PUT', { url: 'https://ann:***@shop.example/feed.csv' })).status).toBe(400);
    expect(applied).toHaveLength(1);
  });

  it('removes it with 204, and refuses fields that a feed does not have', async () => {
    expect((await change('DELETE')).status).toBe(204);
    expect(applied).toEqual([{ feed: null }]);
    expect(await change('PUT', { url: 'https://shop.example', every: 1 })).toMatchObject({ status: 400 });
  });
});

describe('a running import', () => {
  it('reports its progress, and the seconds left if they are known', async () => {
    const running = { state: ImportState.IMPORT_STATE_RUNNING };
    answer = run({
      ...running,
      progress: { bytes: 25, totalBytes: 100, rows: 3, estimatedTimeLeft: toDuration(31_000) },
    });
    const read = async () => (await gateway.ask(`${CATALOG}/imports/r1`, { headers: authorized })).json;
    expect(await read()).toMatchObject({
      state: 'RUNNING',
      progress: { bytes: 25, totalBytes: 100, rows: 3, estimatedSecondsLeft: 31 },
    });
    answer = run({ ...running, progress: { bytes: 25, rows: 3 } });
    expect(await read()).toMatchObject({ progress: { totalBytes: null, estimatedSecondsLeft: null } });
  });
});

describe('GET …/imports/{id}/rejected.csv', () => {
  it('is a table in which no cell is a formula (docs/reliability.md R5.8)', async () => {
    answer = run({
      rejected: [
        { line: 4, column: '=cmd', reason: '+1+1 is "none"' },
        { line: 5, column: '@SUM', reason: '-2' },
      ],
    });
    const response = await gateway.ask(`${CATALOG}/imports/r1/rejected.csv`, { headers: authorized });
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.text).toBe('line;column;reason\r\n4;"\'=cmd";"\'+1+1 is ""none"""\r\n5;"\'@SUM";"\'-2"\r\n');
  });
});

describe('what an import changes. docs/catalog.md "What an import changes"', () => {
  it('GET …/changes has empty fields as null, and what is of concern by name', async () => {
    gateway.services.handlers.catalogAdmin.getImportChanges = async () => ({
      changes: {
        fields: [{ product: true, field: 'imageUrl', count: 1 }],
        changes: [
          {
            product: true,
            id: 'P1',
            name: 'Velvet',
            field: 'imageUrl',
            before: 'https://s.example/i',
            concern: ChangeConcern.CHANGE_CONCERN_IMAGE,
          },
        ],
        removed: [],
      },
    });
    const { status, json } = await gateway.ask(`${CATALOG}/imports/r1/changes`, { headers: authorized });
    const change = { kind: 'product', id: 'P1', name: 'Velvet', field: 'imageUrl', before: 'https://s.example/i' };
    expect([status, json]).toEqual([
      200,
      {
        fields: [{ kind: 'product', field: 'imageUrl', count: 1 }],
        changes: [{ ...change, after: null, concern: 'IMAGE' }],
        removed: [],
      },
    ]);
  });

  it('GET …/funnels counts the removed variants in each assortment, the largest share first', async () => {
    const scopes: Record<string, { eligible: string[]; excludedByRule: string[] }> = {
      f1: { eligible: ['a', 'b', 'c', 'd'], excludedByRule: [] },
      f2: { eligible: ['a'], excludedByRule: ['b'] },
      f3: { eligible: ['c'], excludedByRule: [] },
    };
    const { handlers } = gateway.services;
    handlers.catalogAdmin.listRemovedVariants = async () => ({ variantIds: ['a', 'b', 'gone'] });
    handlers.funnelAdmin.listFunnels = async () => ({
      items: Object.keys(scopes).map((id) => ({ id, subdomain: `quiz-${id}`, name: id, paused: false })),
      nextPageToken: '',
    });
    handlers.matcher.getScope = async ({ subject }) => ({
      state: 's',
      unchanged: false,
      matched: [],
      firstOfTabs: [],
      sets: [],
      catalogVersion: 1,
      configVersion: 1,
      ...((subject?.$case === 'funnel' && scopes[subject.value.funnelId]) || { eligible: [], excludedByRule: [] }),
    });
    const { status, json } = await gateway.ask(`${CATALOG}/imports/r1/funnels`, { headers: authorized });
    expect(status).toBe(200);
    expect(json.data).toEqual([
      { subdomain: 'quiz-f2', name: 'f2', variants: 2, removed: 2 },
      { subdomain: 'quiz-f1', name: 'f1', variants: 4, removed: 2 },
    ]);
  });
});

describe('GET …/catalog/sources. docs/management.md "Keys, versions, imports, erasure"', () => {
  const SOURCES = `${CATALOG}/sources`;
  const read = () => gateway.ask(SOURCES, { headers: { authorization: `Bearer ${PLATFORM_TOKEN}` } });
  const failWith = (code: 'NOT_FOUND' | 'UNAVAILABLE') => {
    gateway.services.handlers.shopify.getShop = async () => {
      throw new ServiceError(code, 'No shop.');
    };
  };

  it('what the company does not have is null', async () => {
    failWith('NOT_FOUND');
    expect(await read()).toMatchObject({ status: 200, json: { feed: null, shop: null } });
  });

  it('has the feed without its password, and the shop', async () => {
    feeds['company-1'] = {
      feed: {
        url: 'https://user:secret@shop.example/feed.csv',
        format: FeedFormat.FEED_FORMAT_AUTO,
        syncInterval: toDuration(3_600_000),
      },
      nextSyncTime: T0,
      failures: 2,
      lastImportId: undefined,
    };
    const shop = { domain: 'glow.myshopify.com', state: ShopState.SHOP_STATE_CONNECTED, scopes: [], connectTime: T0 };
    gateway.services.handlers.shopify.getShop = async () => ({ shop: { ...shop, syncing: false, failures: 0 } });
    const { status, json } = await read();
    expect(status).toBe(200);
    expect(json.feed).toMatchObject({ url: 'https://user:***@shop.example/feed.csv', everyHours: 1, failures: 2 });
    expect(json.shop).toMatchObject({ shop: 'glow.myshopify.com', state: 'CONNECTED' });
  });

  it('a service that is down is an error, not a company without a shop', async () => {
    failWith('UNAVAILABLE');
    expect((await read()).status).toBe(503);
  });
});
