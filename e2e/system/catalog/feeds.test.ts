import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, repeatWhileUnavailable, until } from '../../support/http.js';
import { admin, type Cluster, startCluster } from '../../support/services.js';

const COMPANY = '/companies/glow';
const SLOW_PIECES = 20;

const csv = (count: number): string =>
  ['id;name;url', ...Array.from({ length: count }, (_, i) => `V${i};Shade ${i};https://shop.example/${i}`), ''].join(
    '\n',
  );

/** docs/catalog.md "Feeds", "What every import does"; docs/reliability.md R5.6. */
describe('a feed, its server and catalog-sync with faults', () => {
  let cluster: Cluster;
  let shop: Server;
  let listener: RequestListener;
  let database: pg.Client;
  let management: ReturnType<typeof admin>;

  beforeAll(async () => {
    cluster = await startCluster({ replicas: 1, environment: { ALLOW_PRIVATE_NETWORK: 'true' } });
    management = admin(cluster.gateways[0]!.origin, cluster.platformToken);
    shop = createServer((request, response) => listener(request, response));
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    shop?.closeAllConnections();
    shop?.close();
    await database?.end();
    await cluster?.stop();
  });

  const available = async (): Promise<number> => {
    const { rows } = await database.query('select count(*)::int as n from catalog.variants where available');
    return rows[0].n;
  };
  /** Leases of a killed process run out now instead of in half a minute: before the next one has any. */
  const letLeasesEnd = () =>
    database
      .query(`update catalog.import_runs set lease_until = now() where state = 'RUNNING'`)
      .then(() => database.query('update catalog.feed_states set next_sync_at = now()'));

  /** Once no run of the schedule is in progress. */
  async function sync(): Promise<Answer> {
    let answer: Answer | undefined;
    await until('no scheduled run is in progress', async () => {
      answer = await repeatWhileUnavailable(() => management.call('POST', `${COMPANY}/catalog/sync?wait=true`));
      return answer.status !== 409;
    });
    return answer as Answer;
  }

  it('is fetched as soon as the blueprint names it', async () => {
    listener = (_, response) => response.end(csv(100));
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/feed.csv`;
    const applied = await management.establish('glow', { name: 'Glow', language: 'en', feed: { url } });
    expect(applied.status, applied.text).toBe(200);
    await until('the feed is in force', async () => (await available()) === 100);
    expect((await management.call('GET', `${COMPANY}/catalog/feed`)).body).toMatchObject({ failures: 0, url });
  });

  it('catalog-sync killed five times in the middle: the catalog never shrinks, no run stays RUNNING, the next one succeeds', async () => {
    const file = csv(150);
    listener = async (_, response) => {
      const length = Math.ceil(file.length / SLOW_PIECES);
      for (let piece = 0; piece < SLOW_PIECES && !response.destroyed; piece += 1) {
        response.write(file.slice(piece * length, (piece + 1) * length));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      response.end();
    };
    for (let kill = 0; kill < 5; kill += 1) {
      // The gateway may not have found the new process yet, or the schedule was faster.
      await until('a sync is running', async () => {
        const { status } = await management.call('POST', `${COMPANY}/catalog/sync`);
        return status === 202 || status === 409;
      });
      await new Promise((resolve) => setTimeout(resolve, 100 * kill));
      await cluster.catalog.stop('SIGKILL');
      // The old catalog or the new one, never a part of one.
      expect([100, 150]).toContain(await available());
      await letLeasesEnd();
      cluster.restart('catalog');
      await until(
        'the killed run is marked as failed',
        async () =>
          (await management.call('GET', `${COMPANY}/catalog/imports?limit=50`)).body?.data?.every(
            (run: { state: string }) => run.state !== 'RUNNING',
          ) === true,
        60_000,
      );
    }
    await until('the schedule has caught up', async () => (await available()) === 150, 30_000);
    type Run = { state: string; source: string; reason?: string };
    let data: Run[] = [];
    // A sync before the last kill may have brought them, and the schedule's is not there yet or still running.
    await until(
      'the newest run has succeeded',
      async () => {
        ({ data } = (await management.call('GET', `${COMPANY}/catalog/imports?limit=50`)).body);
        return data[0]?.state === 'SUCCEEDED';
      },
      60_000,
    );
    expect(data[0]?.source).toBe('FEED');
    expect(data.filter(({ reason = '' }) => /stopped during the run/.test(reason))).not.toEqual([]);
  });

  it('after a kill an upload is refused with the time that the lease of the killed run has left, and taken after it', async () => {
    listener = (_, response) => response.write('id;name;url\n');
    await until(
      'a sync is running',
      async () => (await management.call('POST', `${COMPANY}/catalog/sync`)).status === 202,
    );
    await cluster.catalog.stop('SIGKILL');
    cluster.restart('catalog');
    const upload = () => management.call('POST', `${COMPANY}/catalog/imports?wait=true`, csv(150), 'text/csv');
    const lease = async () => {
      const { rows } = await database.query(
        `select lease_until, extract(epoch from lease_until - now())::float as left
           from catalog.import_runs where state = 'RUNNING'`,
      );
      return rows[0] as { lease_until: Date; left: number };
    };
    let before = await lease();
    let refused = await upload();
    await until('catalog-sync is back', async () => {
      before = await lease();
      refused = await upload();
      return refused.status === 409;
    });
    const after = await lease();
    expect(refused.body.message).toContain(after.lease_until.toISOString());
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThanOrEqual(Math.ceil(after.left));
    expect(retryAfter).toBeLessThanOrEqual(Math.ceil(before.left));
    await database.query(`update catalog.import_runs set lease_until = now() where state = 'RUNNING'`);
    expect((await upload()).body).toMatchObject({ state: 'SUCCEEDED', unchanged: 150 });
  });

  it('a server that is down or sends half a file changes nothing, and the run has the reason', async () => {
    listener = (_, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(csv(10), () => response.destroy());
    };
    // The lease of the killed sync would let the schedule begin another one.
    await database.query(`update catalog.feed_states set next_sync_at = now() + interval '1 hour'`);
    const half = await sync();
    expect(half.body).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('broke the connection off') });
    listener = (request) => request.socket.destroy();
    const down = await sync();
    expect(down.body).toMatchObject({ state: 'FAILED', read: 0 });
    expect((await management.call('GET', `${COMPANY}/catalog/feed`)).body.failures).toBe(2);
    expect(await available()).toBe(150);
  });

  it('a held sync is applied over HTTP, and the matcher follows', async () => {
    listener = (_, response) => response.end(csv(20));
    const held = await sync();
    expect(held.body).toMatchObject({ state: 'HELD', removed: 130 });
    const applied = await management.call('POST', `${COMPANY}/catalog/imports/${held.body.id}/apply`);
    expect(applied).toMatchObject({ status: 200, body: { state: 'SUCCEEDED' } });
    expect(await available()).toBe(20);
    const gone = await management.call('DELETE', `${COMPANY}/catalog/imports/${held.body.id}`);
    expect(gone).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  });
});
