import { connect } from 'node:net';
import { ServiceError } from '@svc/kit';
import { FeedFormat, ImportState } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authorized, CATALOG, CatalogApi, run, T0 } from '../../../testing/catalog-api.js';
import { PLATFORM_TOKEN } from '../../../testing/start-gateway.js';
import { waitFor } from '../../../testing/wait-for.js';

const api = new CatalogApi();
beforeEach(api.start);
afterEach(api.stop);

const importCsv = (body: string | Buffer, query = '', headers: Record<string, string> = {}) =>
  api.gateway.ask(`${CATALOG}/imports${query}`, {
    method: 'POST',
    headers: { ...authorized, 'content-type': 'text/csv', ...headers },
    body,
  });

describe('an import. docs/management.md "Keys, versions, imports, erasure"', () => {
  it('hands the file on as it came, with the company’s currency, and answers 202 with the run’s id', async () => {
    const file = Buffer.concat([Buffer.from('id;name\n'), Buffer.alloc(3_000_000, 'é', 'latin1')]);
    const { status, json } = await importCsv(file);
    expect([status, json]).toEqual([202, { id: 'r1' }]);
    expect(api.received.start).toEqual({
      companyId: 'company-1',
      defaultCurrency: 'CHF',
      wait: false,
      dryRun: false,
      format: FeedFormat.FEED_FORMAT_UNSPECIFIED,
    });
    expect(api.received.bytes.equals(file)).toBe(true);
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
    expect(api.received.start).toMatchObject({ wait: true, dryRun: true });
  });

  it('a run that failed or is held is still 200, and says why', async () => {
    api.answer = run({ state: ImportState.IMPORT_STATE_FAILED, reason: 'The column id is missing.' });
    expect((await importCsv('x', '?wait=true')).json).toMatchObject({
      state: 'FAILED',
      reason: 'The column id is missing.',
    });
    api.answer = run({ state: ImportState.IMPORT_STATE_HELD, reason: 'Most variants would vanish.' });
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
    expect(api.received.start).toBeUndefined();
  });

  it('is cancelled when the upload is interrupted, so that no part of a file is staged', async () => {
    let cancelled = false;
    api.gateway.services.handlers.catalogAdmin.importCsv = async (requests, call) => {
      call.signal.addEventListener('abort', () => {
        cancelled = true;
      });
      for await (const _ of requests);
      return { run: api.answer };
    };
    const socket = connect(api.gateway.port, '127.0.0.1');
    const head = [
      `POST ${CATALOG}/imports HTTP/1.1`,
      'Host: svc.test',
      `Authorization: Bearer ${PLATFORM_TOKEN}`,
      'Content-Type: text/csv',
      'Content-Length: 1000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\nid;name\n`);
    await waitFor(() => api.gateway.services.calls.importCsv?.length === 1);
    socket.destroy();
    await waitFor(() => cancelled);
  });

  it('errors of the service are passed on', async () => {
    api.gateway.services.handlers.catalogAdmin.importCsv = async () => {
      throw new ServiceError('CONFLICT', 'Another import is running.');
    };
    const { status, json } = await importCsv('id\n');
    expect([status, json.error]).toEqual([409, 'CONFLICT']);
  });
});

describe('reading the catalog', () => {
  const read = (path: string) => api.gateway.ask(`${CATALOG}${path}`, { headers: authorized });

  it('one run, and runs in pages', async () => {
    api.gateway.services.handlers.catalogAdmin.getImport = async () => ({
      run: run({ state: ImportState.IMPORT_STATE_RUNNING, finishTime: undefined }),
    });
    api.gateway.services.handlers.catalogAdmin.listImports = async () => ({ runs: [run()], nextPageToken: 'n' });
    expect((await read('/imports/r1')).json).toMatchObject({ id: 'r1', state: 'RUNNING', finishedAt: null });
    expect((await read('/imports')).json).toMatchObject({ data: [{ id: 'r1' }], nextCursor: 'n' });
  });

  it('products, searched, in pages', async () => {
    const products = [{ shopSystemId: 'P1', name: 'Velvet', tags: [], variants: [] }];
    api.gateway.services.handlers.catalogAdmin.listProducts = async () => ({
      products,
      nextPageToken: '',
    });
    expect((await read('/products?query=vel%20vet&limit=5')).json).toEqual({ data: products, nextCursor: null });
    expect(api.gateway.services.calls.listProducts).toEqual([
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
    expect(api.received.start).toMatchObject({
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
    expect(api.received.start).toBeUndefined();
  });
});
