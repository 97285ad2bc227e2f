import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Feed } from '@svc/domain';
import { createOutbound } from '@svc/kit';
import { countWaiting } from '@svc/kit/testing';
import { FeedFormat, type ImportRun, ImportSource, ImportState } from '@svc/proto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findNextSync } from './db/feed-states.js';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';
import { fetchFeed } from './usecases/fetch-feed.js';

const { IMPORT_STATE_FAILED, IMPORT_STATE_HELD, IMPORT_STATE_SUCCEEDED } = ImportState;

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog({ allowPrivateNetwork: true });
});
afterAll(() => catalog.stop());

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A shop's server; what it was asked is kept. */
async function startShop(listener: RequestListener): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`, requests };
}

const buildFeed = (url: string): Feed => ({ url, format: 'auto', everyHours: 12 });
let revision = 0;

async function withFeed(companyId: string, url: string): Promise<void> {
  revision += 1;
  await catalog.apply(companyId, revision, { feed: buildFeed(url) });
}
async function sync(companyId: string): Promise<ImportRun> {
  const { run } = await catalog.admin.syncCatalog({ companyId, wait: true });
  return run!;
}
const available = async (companyId: string, { snapshot } = catalog) =>
  (await snapshot(companyId)).variants.filter((variant) => variant.available).length;

const send = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/csv', ...headers }).end(body);

describe('a feed (docs/catalog.md "Feeds")', () => {
  it('is imported as an upload would be, and the next time is 12 hours away, ± 10 % (docs/contract.md C18.1)', async () => {
    const shop = await startShop((_, response) => send(response, nativeCsv(30)));
    await withFeed('plain', shop.url);
    const run = await sync('plain');
    expect(run).toMatchObject({
      state: IMPORT_STATE_SUCCEEDED,
      source: ImportSource.IMPORT_SOURCE_FEED,
      read: 30,
      created: 30,
    });
    const { nextSyncTime, failures, lastImportId } = await catalog.admin.getFeed({ companyId: 'plain' });
    const hours = (nextSyncTime!.getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(10.7);
    expect(hours).toBeLessThan(13.3);
    expect([failures, lastImportId]).toEqual([0, run.id]);
  });

  it('is downloaded only if it changed; a response with 304 does not change the catalog', async () => {
    const shop = await startShop((request, response) => {
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else send(response, nativeCsv(30), { etag: '"one"', 'last-modified': 'Sat, 21 Nov 2026 06:00:00 GMT' });
    });
    await withFeed('conditional', shop.url);
    await sync('conditional');
    const again = await sync('conditional');
    expect(again).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, read: 30, unchanged: 30, created: 0 });
    expect(again.notes).toContain('The file is the one that was imported last.');
    expect(shop.requests[1]?.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Sat, 21 Nov 2026 06:00:00 GMT',
    });
    expect((await catalog.snapshot('conditional')).version).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a file came in between', () => catalog.importCsv('asked-again', nativeCsv(29))],
    [
      'its columns are mapped in another way',
      () =>
        catalog.admin.setColumnMapping({
          companyId: 'asked-again',
          mapping: { format: FeedFormat.FEED_FORMAT_AUTO, columns: [{ name: 'vendor', source: 'name' }] },
        }),
    ],
  ])('is sent again whatever it is when %s', async (_, change) => {
    const shop = await startShop((request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304).end();
      else send(response, nativeCsv(30), { etag: '"one"' });
    });
    await withFeed('asked-again', shop.url);
    await sync('asked-again');
    await change();
    const run = await sync('asked-again');
    expect(shop.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    expect(run).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, read: 30 });
    expect(await available('asked-again')).toBe(30);
  });

  it('that replaces another one while that is fetched is fetched next, without the validators of the other one', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = await startShop(async (_, response) => {
      await released;
      send(response, nativeCsv(30), { etag: '"one"' });
    });
    const after = await startShop((_, response) => send(response, nativeCsv(31)));
    await withFeed('replaced', before.url);
    const run = sync('replaced');
    await expect.poll(() => before.requests.length).toBe(1);
    await withFeed('replaced', after.url);
    release();
    expect((await run).state).toBe(IMPORT_STATE_SUCCEEDED);
    const { nextSyncTime } = await catalog.admin.getFeed({ companyId: 'replaced' });
    expect(nextSyncTime!.getTime()).toBeLessThan(Date.now() + 60_000);
    await sync('replaced');
    expect(after.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined]);
    expect(await available('replaced')).toBe(31);
  });

  it('whose columns are mapped in another way while it is imported is sent again', async () => {
    const shop = await startShop((request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304).end();
      else send(response, nativeCsv(30), { etag: '"one"' });
    });
    await withFeed('mapped', shop.url);
    const waiting = () => countWaiting(catalog.owner);
    const holder = await catalog.owner.transaction();
    await holder('catalogs').where({ company_id: 'mapped' }).forUpdate().first();
    const run = sync('mapped');
    // The import has read the mapping, and then the columns are mapped before it ends.
    await expect.poll(waiting).toBe(1);
    const mapped = catalog.admin.setColumnMapping({
      companyId: 'mapped',
      mapping: { format: FeedFormat.FEED_FORMAT_AUTO, columns: [{ name: 'vendor', source: 'name' }] },
    });
    await expect.poll(waiting).toBe(2);
    await holder.commit();
    await Promise.all([run, mapped]);
    expect((await catalog.products('mapped'))[0]?.vendor).toBeUndefined();
    await sync('mapped');
    expect((await catalog.products('mapped'))[0]?.vendor).toBeDefined();
  });

  it('with the same bytes as before is not compared row by row', async () => {
    const shop = await startShop((_, response) => send(response, nativeCsv(30)));
    await withFeed('same', shop.url);
    await sync('same');
    expect(await sync('same')).toMatchObject({ unchanged: 30, notes: ['The file is the one that was imported last.'] });
  });

  it('may be compressed with gzip, declared or not, and may require a user and a password', async () => {
    const packed = gzipSync(nativeCsv(30));
    const shop = await startShop((request, response) => {
      if (request.headers.authorization !== `Basic ${Buffer.from('shop:pass word').toString('base64')}`)
        response.writeHead(401).end();
      else send(response, packed, request.url === '/declared' ? { 'content-encoding': 'gzip' } : {});
    });
    const withCredentials = shop.url.replace('//', '//shop:pass%20word@');
    await withFeed('gzip', withCredentials);
    expect(await sync('gzip')).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, read: 30 });
    await withFeed('gzip', withCredentials.replace('/feed.csv', '/declared'));
    expect(await sync('gzip')).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, read: 30 });
  });

  it('that would remove most of the catalog is HELD, and the next sync is at its usual time', async () => {
    let count = 100;
    const shop = await startShop((_, response) => send(response, nativeCsv(count)));
    await withFeed('guarded', shop.url);
    await sync('guarded');
    count = 10;
    expect((await sync('guarded')).state).toBe(IMPORT_STATE_HELD);
    expect(await available('guarded')).toBe(100);
    expect((await catalog.admin.getFeed({ companyId: 'guarded' })).failures).toBe(0);
  });
});

describe('a feed that fails leaves the catalog in force, says why, and is tried again sooner', () => {
  const half = nativeCsv(100).slice(0, 2_000);
  const faults: [string, RequestListener, RegExp][] = [
    ['an error status', (_, response) => response.writeHead(500).end('id;name;url\n'), /responded with status 500/],
    [
      'a page instead of a file',
      (_, response) => send(response, '<html><body>Maintenance</body></html>'),
      /lacks the required column/,
    ],
    [
      'an interrupted response',
      (_, response) => {
        response.writeHead(200);
        response.write(half, () => response.destroy());
      },
      /broke the connection off/,
    ],
    [
      'a length that is not kept',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000000' });
        response.write(half, () => response.socket?.end());
      },
      /could not be fetched/,
    ],
    ['gzip data that end early', (_, response) => send(response, gzipSync(nativeCsv(100)).subarray(0, 300)), /damaged/],
    ['another compression', (_, response) => send(response, 'x', { 'content-encoding': 'br' }), /only gzip is read/],
    [
      'a redirect without end',
      (_, response) => response.writeHead(302, { location: '/feed.csv' }).end(),
      /more than 3 times/,
    ],
    [
      'a redirect to a file',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /Only http and https/,
    ],
  ];
  it.each(faults)('%s', async (name, listener, reason) => {
    let isBroken = false;
    const shop = await startShop((request, response) => {
      if (isBroken) listener(request, response);
      else send(response, nativeCsv(100));
    });
    await withFeed(name, shop.url);
    await sync(name);
    isBroken = true;
    for (const failures of [1, 2]) {
      const run = await sync(name);
      expect(run).toMatchObject({ state: IMPORT_STATE_FAILED, reason: expect.stringMatching(reason) });
      const state = await catalog.admin.getFeed({ companyId: name });
      expect(state.failures).toBe(failures);
      expect(state.nextSyncTime!.getTime() - Date.now()).toBeLessThan(failures * 5.6 * 60_000);
    }
    expect(await available(name)).toBe(100);
  });

  it('a decompression bomb is inflated up to the limit only; a file over the size limit is not read further', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'a'));
    const shop = await startShop((request, response) =>
      send(response, request.url === '/plain' ? nativeCsv(60_000) : bomb),
    );
    const outbound = createOutbound({ allowPrivateNetwork: true });
    closing.push(() => outbound.close());
    const limits = { maxFileBytes: 1024 * 1024, maxInflatedBytes: 5 * 1024 * 1024 };
    const read = async (url: string) => {
      let bytes = 0;
      const { chunks } = fetchFeed(outbound, url, undefined, new AbortController().signal, limits);
      for await (const chunk of chunks) bytes += chunk.length;
      return bytes;
    };
    await expect(read(shop.url)).rejects.toThrow('The feed is larger than 5 MB when it is inflated.');
    await expect(read(shop.url.replace('/feed.csv', '/plain'))).rejects.toThrow(
      'The feed is larger than 1 MB as it is',
    );
  });

  it('a host that is not on the public Internet is not called, unless ALLOW_PRIVATE_NETWORK says so', async () => {
    const closed = await startCatalog();
    try {
      const shop = await startShop((_, response) => send(response, nativeCsv(3)));
      await closed.apply('inward', 1, { feed: buildFeed(shop.url.replace(/:\d+/, '')) });
      const { run } = await closed.admin.syncCatalog({ companyId: 'inward', wait: true });
      expect(run).toMatchObject({ state: IMPORT_STATE_FAILED, reason: expect.stringContaining('public Internet') });
      expect(shop.requests).toEqual([]);
    } finally {
      await closed.stop();
    }
  });
});

describe('the schedule', () => {
  it('fetches a new feed immediately, and others only when they are due', async () => {
    const scheduling = await startCatalog({ allowPrivateNetwork: true, feedPollMs: 50 });
    closing.push(() => scheduling.stop());
    const shop = await startShop((_, response) => send(response, nativeCsv(5)));
    const company = { companyId: 'scheduled' };
    await scheduling.apply(company.companyId, 1, { feed: buildFeed(shop.url) });
    await expect.poll(async () => (await scheduling.admin.getFeed(company)).lastImportId).toBeTruthy();
    expect(await available(company.companyId, scheduling)).toBe(5);
    await sleep(500);
    expect(shop.requests).toHaveLength(1);
    await scheduling.owner('feed_states').update({ next_sync_at: new Date() });
    await expect.poll(() => shop.requests.length).toBe(2);
  });

  // docs/adr/0170-a-system-without-requests-rests.md
  it('knows when the next feed is due, and no time without feeds', async () => {
    const own = await startCatalog();
    closing.push(() => own.stop());
    expect(await findNextSync(own.database.knex)).toBeUndefined();
    for (const company of ['first', 'second']) {
      await own.apply(company, 1, { feed: buildFeed('http://127.0.0.1:1/') });
      const at = new Date(company === 'first' ? '2030-01-01' : '2030-02-01');
      await own.owner('feed_states').where({ company_id: company }).update({ next_sync_at: at });
    }
    expect(await findNextSync(own.database.knex)).toEqual(new Date('2030-01-01'));
  });

  it('a sync of a company without a feed is rejected', async () => {
    await expect(catalog.admin.syncCatalog({ companyId: 'none', wait: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await withFeed('gone', 'http://127.0.0.1:1/');
    revision += 1;
    await catalog.apply('gone', revision, { feed: null });
    await expect(catalog.admin.syncCatalog({ companyId: 'gone', wait: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await catalog.admin.getFeed({ companyId: 'gone' })).feed).toBeUndefined();
  });

  it('a company has only one running import, whose progress can be read', async () => {
    let release = () => {};
    const shop = await startShop(async (_, response) => {
      const file = Buffer.from(nativeCsv(50));
      response.writeHead(200, { 'content-length': String(file.length) });
      response.write(file.subarray(0, 1_000));
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      response.end(file.subarray(1_000));
    });
    await withFeed('single', shop.url);
    const { run } = await catalog.admin.syncCatalog({ companyId: 'single', wait: false });
    await expect(catalog.admin.syncCatalog({ companyId: 'single', wait: false })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const progress = async () =>
      (await catalog.admin.getImport({ companyId: 'single', importId: run!.id })).run?.progress;
    await expect.poll(progress).toMatchObject({ bytes: 1_000, totalBytes: expect.any(Number) });
    // Should this process or the database end now, the schedule takes the feed up (docs/reliability.md R5.6: 60 s).
    const [state] = await catalog.owner('feed_states').where({ company_id: 'single' });
    expect(state.next_sync_at.getTime() - Date.now()).toBeLessThan(60_000);
    release();
    await expect.poll(() => available('single')).toBe(50);
    expect(await progress()).toBeUndefined();
  });
});
