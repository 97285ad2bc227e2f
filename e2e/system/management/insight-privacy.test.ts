import { createHash, randomBytes } from 'node:crypto';
import { scaleTimeout } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { type Answer, repeatWhileUnavailable, send, until } from '../../support/http.js';
import { dumpDatabase, foundIn } from '../../support/planted-marker.js';
import { freePort } from '../../support/processes.js';
import { admin, type Cluster, startCluster } from '../../support/services.js';

/** Names, mail addresses and phone numbers that occur nowhere by chance. */
const word = `planted${randomBytes(8).toString('hex')}`;
const digits = `5550${String(randomBytes(4).readUInt32BE()).padStart(10, '0')}`;
const email = `${word}@mail.example.org`;
const phone = `+49 ${digits}`;
const PLANTED = [word, digits];
const LINKS = `?email=${encodeURIComponent(email)}&phone=${digits}&name=${word}`;
const HEADERS = {
  referer: `https://shop.example/account${LINKS}`,
  // No crawler.
  'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${word}/1.0 (${phone})`,
};

/** docs/insight.md N21.6. A day rests twenty times as long as adding it up took, which a busy machine makes a minute. */
const COUNTED_MS = scaleTimeout(10_000);

/** Contact data that come by every way in are in no table, log, metric or report of insight. docs/insight.md N1.3, N5.10, N20.1. */
describe('planted contact data', () => {
  let cluster: Cluster;
  let origin: string;
  let management: ReturnType<typeof admin>;
  let metrics: { insight: string; gateway: string };
  let companyKey: string;
  const ids: string[] = [];

  const report = (path: string) => management.call('GET', `/companies/private/insight/${path}`);
  /** Rows of the tables of insight alone. */
  const dumpInsight = async (): Promise<string> => {
    const { rows } = await dumpDatabase(cluster.databaseUrl);
    // A table begins with its name.
    return rows
      .split(/^(?=[a-z_]+\.[a-z_0-9]+$)/m)
      .filter((table) => table.startsWith('insight.'))
      .join('');
  };

  beforeAll(async () => {
    const [insightPort, gatewayPort] = [await freePort(), await freePort()];
    cluster = await startCluster({
      replicas: 1,
      environment: { LOG_LEVEL: 'trace' },
      insight: { METRICS_PORT: String(insightPort) },
      gateway: { METRICS_PORT: String(gatewayPort) },
    });
    metrics = { insight: `http://127.0.0.1:${insightPort}`, gateway: `http://127.0.0.1:${gatewayPort}` };
    origin = cluster.gateways[0]?.origin as string;
    management = admin(origin, cluster.platformToken);
    let funnel: { id: string; versionId: string } | undefined;
    await until('the company is applied', async () => {
      const company = contractCompany({ domains: ['shop.example'] });
      const { status, body } = await management.apply('private', company);
      const found = body?.funnels?.all;
      companyKey = body?.company?.companyKey;
      funnel = found && { id: found.id, versionId: found.published.id };
      return status === 200;
    });
    const scopes = ['funnel.read', 'analysis.create', 'order.write'];
    const createKey = () => management.call('POST', '/companies/private/api-keys', { name: 'test', scopes });
    const key = await repeatWhileUnavailable(createKey);
    await sendEverything(funnel as { id: string; versionId: string }, key.body.value);
  });
  afterAll(() => cluster?.stop());

  async function sendEverything(funnel: { id: string; versionId: string }, key: string): Promise<void> {
    const port = new URL(origin).port;
    const host = `all.localhost:${port}`;
    const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
      send(origin, path + LINKS, { body, headers: { ...HEADERS, ...headers } });
    const onFunnel = (path: string, body: object) => send(origin, path + LINKS, { host, body, headers: HEADERS });
    const verified = { authorization: `Bearer ${key}` };
    const contact = { firstName: word, lastName: `${word}-surname`, email };
    const answers = { ...COMPLETE, ...contact };

    for (const more of [{ source: email }, { source: phone }, { source: 'news' }]) {
      const body = {
        ...{ funnelId: funnel.id, ...answers, ...more, queryString: `${LINKS}&locale=${word}`.slice(1) },
        selectionValues: [...COMPLETE.selectionValues, { stepId: 20, selectedKey: email }],
      };
      const headers = { ...HEADERS, ...verified };
      const created = await repeatWhileUnavailable(() => send(origin, '/api/v1/analyses', { headers, body }));
      expect(created.status, created.text).toBe(200);
      ids.push(created.body.id);
    }
    const submitted = await repeatWhileUnavailable(() => onFunnel('/api/analyses', { ...answers, source: email }));
    expect(submitted.status, submitted.text).toBe(200);
    ids.push(submitted.body.id);
    const [analysisId] = ids;

    const visitId = randomBytes(12).toString('hex');
    const visit = {
      ...{ kind: 'FUNNEL', visitId, versionId: funnel.versionId, locale: 'de', device: 'phone' },
      events: [{ n: 0, type: 'SHOWN', stepId: 10, atMs: 1 }],
    };
    const shop = { kind: 'SHOP', visitId, company: companyKey };
    const events = [{ n: 0, type: 'POPUP_OPENED', funnel: word, atMs: 1 }];
    const createdAt = new Date().toISOString();
    const line = { lineId: '1', variantId: 'dry-1', quantity: 1, price: '10', analysisId };
    const order = { createdAt, currency: 'EUR', lines: [{ ...line, name: `For ${word}` }] };
    const reported = { origin: 'https://shop.example' };
    const outcomes: [number, () => Promise<Answer>][] = [
      [202, () => onFunnel('/api/v1/visits', { ...visit, source: email })],
      [202, () => onFunnel('/api/v1/visits', { ...visit, source: phone, visitId: `${visitId}2` })],
      [400, () => onFunnel('/api/v1/visits', { ...visit, email })],
      [400, () => onFunnel('/api/v1/visits', { ...visit, locale: email })],
      [202, () => post('/api/v1/visits', { ...shop, events })],
      [400, () => post('/api/v1/visits', { ...shop, events: [{ ...events[0], funnel: email }] })],
      [
        202,
        () =>
          send(origin, '/api/v1/orders', {
            body: { ...order, orderId: 'V-1', visitorId: word },
            headers: { ...HEADERS, ...verified },
          }),
      ],
      [
        202,
        () =>
          send(origin, `/api/v1/orders?company=${companyKey}`, {
            body: { ...order, orderId: 'R-1', visitorId: email },
            headers: { ...HEADERS, ...reported },
          }),
      ],
      [
        400,
        () =>
          send(origin, '/api/v1/orders', {
            body: { ...order, orderId: 'V-2', customer: contact },
            headers: { ...HEADERS, ...verified },
          }),
      ],
      [
        202,
        () =>
          send(origin, '/api/v1/refunds', {
            body: { refundId: 'F-1', orderId: 'V-1', createdAt, lines: [{ lineId: '1', amount: '2' }] },
            headers: { ...HEADERS, ...verified },
          }),
      ],
      [
        400,
        () =>
          send(origin, '/api/v1/refunds', {
            body: { refundId: 'F-2', orderId: 'V-1', createdAt, reason: word, lines: [{ lineId: '1', amount: '2' }] },
            headers: { ...HEADERS, ...verified },
          }),
      ],
      [
        202,
        () =>
          send(origin, '/api/v1/events', {
            body: {
              analysisId,
              events: [
                { id: 'e1', type: 'CLICK', variantId: 'dry-1' },
                { id: 'e2', type: 'CLICK', variantId: email },
                { id: 'e3', type: 'CLICK', variantId: phone },
              ],
            },
            headers: HEADERS,
          }),
      ],
    ];
    for (const [status, act] of outcomes) {
      const answer = await repeatWhileUnavailable(act);
      expect([answer.status, answer.text.includes(word)], answer.text).toEqual([status, false]);
    }
  }

  it('are in no table of insight, in no log, metric or CSV, while the search finds them where they are kept', async () => {
    await until(
      'everything is counted',
      async () => {
        const { body } = await report('matches?funnel=all');
        return body.analyses === 1 && body.figures.clicked.value === 1;
      },
      COUNTED_MS,
    );
    const insight = await dumpInsight();
    // The rows are there.
    expect(insight).toContain('V-1');
    expect(insight).toContain('R-1');
    const csv = await Promise.all(
      ['overview', 'steps', 'sources', 'answers', 'matches', 'revenue'].map((name) => report(`${name}.csv?funnel=all`)),
    );
    expect(csv.map(({ status }) => status)).toEqual(csv.map(() => 200));
    const places = {
      insight,
      logs: cluster.insight.output() + cluster.gateways[0]?.process.output(),
      metrics: (await send(metrics.insight, '/metrics')).text + (await send(metrics.gateway, '/metrics')).text,
      csv: csv.map(({ text }) => text).join('\n'),
    };
    const hashes = ['hex', 'base64', 'base64url'].map((form) =>
      createHash('sha256')
        .update(email)
        .digest(form as 'hex'),
    );
    for (const [place, text] of Object.entries(places)) {
      expect(text.length, place).toBeGreaterThan(100);
      const lower = text.toLowerCase();
      const found = PLANTED.flatMap((one) => [...foundIn(text, one), ...foundIn(lower, one)]);
      expect([place, ...found, ...hashes.filter((hash) => text.includes(hash))]).toEqual([place]);
    }
    const { rows } = await dumpDatabase(cluster.databaseUrl);
    expect(PLANTED.map((one) => foundIn(rows, one).length > 0)).toEqual([true, true]);
  });

  it('an erased analysis leaves nothing but the mark that later orders are not credited to it (N8.3, N8.5)', async () => {
    for (const id of ids) {
      expect((await management.call('DELETE', `/companies/private/analyses/${id}`)).status).toBeLessThan(300);
    }
    const hashes = ids.map((id) => createHash('sha256').update(id).digest('hex'));
    await until(
      'insight follows the erasures',
      async () => {
        const tables = (await dumpInsight())
          .split(/^(?=insight\.)/m)
          .filter((table) => !table.startsWith('insight.erased_analyses'));
        return hashes.every((hash) => !tables.join('').includes(hash));
      },
      90_000,
    );
    const rest = await dumpInsight();
    expect(hashes.filter((hash) => !rest.includes(hash))).toEqual([]);
    expect(ids.filter((id) => rest.includes(id))).toEqual([]);
    await expect.poll(async () => (await report('revenue')).body.totals).toEqual([]);
  });
});
