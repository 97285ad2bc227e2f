import { type PostgresPair, scaleTimeout, startPostgresPair, startTcpProxy, type TcpProxy } from '@svc/kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READERS } from '../support/databases.js';
import { send, until } from '../support/http.js';
import { PLATFORM_TOKEN } from '../support/platform-token.js';
import { buildCatalog, createQuiz, picks, type Quiz, question, rule } from '../support/quiz.js';
import { type Cluster, startCluster } from '../support/services.js';

const CLIENTS = 4;
const BEFORE_MS = 3_000;
const AFTER_MS = 3_000;
/** From the end of the primary until writes work again, of which the test itself needs a moment to promote the standby. */
const RECOVERED_WITHIN_MS = scaleTimeout(5_000);

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

// docs/operations.md "A standby for reads", "Failover"
describe('a primary with a synchronous standby', () => {
  let pair: PostgresPair;
  /** The address that moves to the standby. */
  let address: TcpProxy;
  let cluster: Cluster;
  let quiz: Quiz;
  beforeAll(async () => {
    pair = await startPostgresPair({ durable: true });
    await withClient(pair.primary.url, async (client) => {
      await client.query(`alter system set synchronous_standby_names = 'standby'`);
      await client.query('select pg_reload_conf()');
    });
    address = await startTcpProxy(pair.primary.url);
    const url = new URL(pair.primary.url);
    url.port = String(address.port);
    const environment = (service: string): Record<string, string> => ({
      DATABASE_URL: url.href,
      ...(READERS.some((name) => name === service) ? { DATABASE_READ_URL: pair.standby.url } : {}),
    });
    cluster = await startCluster({ replicas: 1, databases: { environment, stop: async () => {} } });
    const origin = cluster.gateways[0]?.origin as string;
    quiz = await createQuiz({ origin, platformToken: PLATFORM_TOKEN }, 'standby', {
      catalog: buildCatalog({ A: ['skin:dry'], B: ['skin:oily'], C: [] }),
      steps: [question(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } })],
      matching: { rules: [rule('first', { pin: { variantIds: ['C'] } })] },
    });
  });
  afterAll(async () => {
    await cluster?.stop();
    await address?.close();
    await pair?.stop();
  });

  /** One read of each service that may use the standby. */
  async function readAll(): Promise<void> {
    const products = await quiz.call('GET', '/catalog/products');
    expect(products.body.data, products.text).toHaveLength(3);
    const effect = await quiz.call('GET', '/funnels/standby/rules/effect');
    expect(effect.status, effect.text).toBe(200);
    const audit = await quiz.call('GET', '/audit');
    expect(audit.body.data.length, audit.text).toBeGreaterThan(0);
  }

  it('answers lists and replays from the standby, with what was stored just before', async () => {
    expect(await quiz.match(picks({ 1: 'dry' }))).toEqual(['C', 'A']);
    await readAll();
    const readers = await withClient(pair.standby.url, async (client) => {
      const { rows } = await client.query<{ application_name: string }>(
        `select distinct application_name from pg_stat_activity where application_name like 'svc-%' order by 1`,
      );
      return rows.map((row) => row.application_name);
    });
    expect(readers).toEqual(['svc-analysis-read', 'svc-catalog-read', 'svc-identity-read']);
  });

  it('loses nothing that was acknowledged when the primary is killed and the standby takes over, and works by itself', async () => {
    const acknowledged: string[] = [];
    let lastFailureAt = 0;
    let isStopped = false;
    const client = async () => {
      while (!isStopped) {
        const answer = await quiz.create(picks({ 1: 'dry' })).catch(() => undefined);
        if (answer?.status === 200) acknowledged.push(answer.body.id);
        else lastFailureAt = performance.now();
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    await pause(BEFORE_MS);
    const before = acknowledged.length;
    expect(before).toBeGreaterThan(0);

    const killedAt = performance.now();
    process.kill(pair.primary.pid, 'SIGKILL');
    await withClient(pair.standby.url, (standby) => standby.query('select pg_promote()'));
    address.switchTo(pair.standby.url);
    await until('a create is acknowledged again', async () => acknowledged.length > before + CLIENTS);
    const recoveredMs = performance.now() - killedAt;
    await pause(AFTER_MS);
    isStopped = true;
    await Promise.all(clients);
    console.log(
      `${before} creates before; works again after ${Math.round(recoveredMs)} ms; last failure after ${Math.round(lastFailureAt - killedAt)} ms; ${acknowledged.length - before} creates since`,
    );
    expect(recoveredMs).toBeLessThan(RECOVERED_WITHIN_MS);

    const { rows } = await withClient(pair.standby.url, (standby) =>
      standby.query<{ id: string }>('select id from analysis.analyses'),
    );
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect((await quiz.matches(acknowledged[0] as string)).body.matchedVariants).toEqual(['C', 'A']);
    // What was the standby is the primary now, and is not taken for a standby.
    await readAll();
    expect((await send(cluster.gateways[0]?.origin as string, '/readyz')).status).toBe(200);
  });
});
