import { type RedisServer, startRedisServer } from '@svc/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../support/contract-api.js';
import { contractCompany, options, products, question } from '../../support/contract-company.js';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { count, dumpDatabase, foundIn, newMarker, type RedisWatch, watchRedis } from '../../support/planted-marker.js';
import { isReady } from '../../support/processes.js';
import { admin, type Cluster, startCluster } from '../../support/services.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';

const redis: RedisServer | undefined = await startRedisServer();

/** docs/contract.md C14.6; docs/reliability.md R10.6; ADR 28. */
describe('submissions to a funnel host while parts are down', () => {
  let cluster: Cluster;
  let origin: string;
  let management: ReturnType<typeof admin>;
  let webhook: WebhookReceiver;
  let commands: RedisWatch | undefined;
  let output = '';

  beforeAll(async () => {
    commands = redis && (await watchRedis(redis.port));
    webhook = await startWebhookReceiver();
    cluster = await startCluster({
      replicas: 1,
      ...(redis ? { redisUrl: redis.url } : {}),
      environment: { ALLOW_PRIVATE_NETWORK: 'true', DELIVERY_TIME_SCALE: '0.001', LOG_LEVEL: 'trace' },
    });
    origin = cluster.gateways[0]?.origin as string;
    management = admin(origin, cluster.platformToken);
    const applied = await management.establish('contract', {
      ...contractCompany(),
      catalog: { products: products('dry-1', 'oily-1', 'plain-1') },
      webhook: { url: webhook.url, secret: webhook.secret },
      funnels: [
        {
          subdomain: 'quiz',
          name: 'Quiz',
          published: {
            steps: [question(1, options('dry', 'oily')), { id: 2, type: 'EMAIL', title: 'You', required: false }],
          },
        },
      ],
    });
    expect(applied.status, applied.text).toBe(200);
    await until('the first match', async () => (await submit({})).body.webhook_payload !== undefined);
  });
  afterAll(async () => {
    commands?.stop();
    await cluster?.stop();
    await webhook?.stop();
    await redis?.stop();
  });
  afterEach(() => {
    webhook.status = 204;
  });

  const DRY = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submit = (body: object, headers: Record<string, string> = {}) =>
    send(origin, '/api/analyses?include_webhook_payload=true', {
      method: 'POST',
      host: 'quiz.localhost',
      headers,
      body: { ...DRY, ...body },
    });
  const getDelivered = (id: string) => webhook.received.filter(({ body }) => body.analysis_id === id);
  const untilDelivered = (id: string) =>
    until('the delivery', async () => getDelivered(id).length > 0, 45_000).then(() => getDelivered(id)[0]?.body);
  const MISSING = [
    expect.stringMatching(/^webhook_payload is missing: .* It is delivered as soon as they can be matched\.$/),
  ];

  /** Submits while something is missing; the analysis is kept, and its delivery has the products later. */
  async function expectKeptDuring(repair: () => void | Promise<void>): Promise<void> {
    const key = newMarker();
    const answer = await repeatWhileUnavailable(() => submit({}, { 'idempotency-key': key }));
    expect([answer.status, answer.body]).toEqual([200, { id: expect.any(String), payload_warnings: MISSING }]);
    await repair();
    const delivered = await untilDelivered(answer.body.id);
    expect(delivered).toMatchObject({ skin: 'dry', quiz_all: ['dry-1', 'plain-1'] });
    expect(delivered.products_all).toHaveLength(2);
  }

  it('matcher-svc is down: { id } with a warning, and the delivery waits until it has the products', async () => {
    await cluster.matchers[0]?.stop('SIGKILL');
    await expectKeptDuring(() => cluster.restart('matcher'));
  });

  it('matcher-svc is frozen: the submission is answered within the time of a create', async () => {
    await until('everything is there', () => isReady(origin));
    cluster.matchers[0]?.child.kill('SIGSTOP');
    await expectKeptDuring(() => void cluster.matchers[0]?.child.kill('SIGCONT'));
  });

  it('catalog-sync is down: products have no names, so there is no payload yet', async () => {
    await until('everything is there', () => isReady(origin));
    await cluster.catalog.stop('SIGKILL');
    await expectKeptDuring(() => cluster.restart('catalog'));
  });

  it('a warning that was answered is replayed with its key, also when the products are there again', async () => {
    await until('everything is there', () => isReady(origin));
    await cluster.matchers[0]?.stop('SIGKILL');
    const first = await repeatWhileUnavailable(() => submit({}, { 'idempotency-key': 'while down' }));
    expect(first.body.payload_warnings).toEqual(MISSING);
    cluster.restart('matcher');
    await untilDelivered(first.body.id);
    const again = await submit({}, { 'idempotency-key': 'while down' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });

  it('analysis-svc is killed in the middle: the retry stores one analysis and delivers it once (docs/reliability.md R1.2)', async () => {
    await until('everything is there', () => isReady(origin));
    let source = '';
    let first: ReturnType<typeof submit> | undefined;
    const retry = () => submit({ source }, { 'idempotency-key': source });
    const claimed = "select from analysis.idempotency_keys where state = 'running'";
    const isClaimed = async () => (await count(cluster.databaseUrl, claimed)) === 1;
    // Frozen, the matcher holds a request between the claim of its key and the record, for 2.5 s.
    cluster.matchers[0]?.child.kill('SIGSTOP');
    const isHeld = (): Promise<boolean> => {
      source = newMarker();
      first = retry();
      return Promise.race([first.then(() => false), until('the key is claimed', isClaimed).then(() => true)]);
    };
    await until('a request is held', isHeld);
    await cluster.analysis.stop('SIGKILL');
    output += cluster.analysis.output();
    expect((await first)?.status).toBe(503);
    cluster.matchers[0]?.child.kill('SIGCONT');
    cluster.restartAnalysis();
    // The lease of the claim is 15 s; until then it is REQUEST_IN_PROGRESS.
    await until('the retry is taken', async () => (await retry()).status === 200, 45_000);
    const { body } = await retry();
    await untilDelivered(body.id);
    const stored = `select from analysis.analyses where source = '${source}'`;
    expect(await count(cluster.databaseUrl, stored)).toBe(1);
    expect(webhook.received.filter((delivered) => delivered.body.source === source)).toHaveLength(1);
  });

  it('funnel-svc is down: 503 UNAVAILABLE, since the funnel of the host is unknown', async () => {
    await until('everything is there', () => isReady(origin));
    await cluster.funnel.stop('SIGKILL');
    expect(refusal(await submit({}))).toEqual([503, 'UNAVAILABLE']);
    cluster.restart('funnel');
    await until('everything is there', () => isReady(origin));
    // The gateway is connected by then; analysis-svc connects again for itself (docs/reliability.md R7.13).
    await until('submissions are stored again', async () => (await submit({})).status === 200);
  });

  describe('erasure by e-mail of a shopper whose deliveries are in every state', () => {
    const marker = newMarker();
    const control = newMarker();
    const email = `${marker.toLowerCase()}@mail.example`;
    let sentBefore: number;
    const sentWithMarker = () => webhook.received.filter(({ text }) => foundIn(text, marker).length > 0).length;

    beforeAll(async () => {
      await until('everything is there', () => isReady(origin));
      const person = {
        firstName: marker,
        lastName: marker,
        email: email.toUpperCase(),
        source: marker,
        queryString: marker,
      };
      // Delivered; failing, with the answer in the log; failing and known to a key.
      const delivered = await repeatWhileUnavailable(() => submit(person));
      await untilDelivered(delivered.body.id);
      webhook.status = 500;
      const failing = await repeatWhileUnavailable(() => submit(person));
      await untilDelivered(failing.body.id);
      const keyed = await repeatWhileUnavailable(() => submit(person, { 'idempotency-key': 'person' }));
      await untilDelivered(keyed.body.id);
      expect(keyed.text).toContain(marker);
      const { rows } = await dumpDatabase(cluster.databaseUrl);
      expect(foundIn(rows, marker)).toContain(marker);
      // A busy system may have refused what it has stored.
      const stored = await count(cluster.databaseUrl, `select from analysis.analyses where source = '${marker}'`);
      expect(stored).toBeGreaterThanOrEqual(3);
      const erased = await management.call('DELETE', `/companies/contract/analyses?email=${email}`);
      sentBefore = sentWithMarker();
      expect([erased.status, erased.body]).toEqual([200, { erased: stored }]);
    });

    it('nothing is sent any more, while others are delivered', async () => {
      webhook.status = 204;
      const person = { firstName: control, email: 'other@mail.example', source: control };
      const other = await repeatWhileUnavailable(() => submit(person));
      await untilDelivered(other.body.id);
      // Retries of what failed would have been due long before.
      await until('no job is left', async () => {
        const { body } = await management.call('GET', '/companies/contract/webhooks/deliveries?state=PENDING');
        return body.data.length === 0;
      });
      expect(sentBefore).toBeGreaterThanOrEqual(3);
      expect(sentWithMarker()).toBe(sentBefore);
    });

    it('the marker is in no row of any table, while that of others is', async () => {
      let rows = '';
      // Services that follow erasures have 60 s (docs/reliability.md R10.6): insight-svc may have read an analysis just before its erasure.
      await expect
        .poll(
          async () => {
            ({ rows } = await dumpDatabase(cluster.databaseUrl));
            return foundIn(rows, marker);
          },
          { timeout: 90_000, interval: 1_000 },
        )
        .toEqual([]);
      expect(foundIn(rows, control)).toContain(control);
      expect(rows.toLowerCase()).not.toContain(marker.toLowerCase());
    });

    it('a repeat erases nothing without an error; a retry with the key is refused with a reason', async () => {
      const again = await management.call('DELETE', `/companies/contract/analyses?email=${email}`);
      expect([again.status, again.body]).toEqual([200, { erased: 0 }]);
      const person = {
        firstName: marker,
        lastName: marker,
        email: email.toUpperCase(),
        source: marker,
        queryString: marker,
      };
      expect(refusal(await submit(person, { 'idempotency-key': 'person' }))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    });

    it('the marker was never in Redis', async () => {
      if (!commands) return;
      expect(foundIn(commands.seen(), marker)).toEqual([]);
      expect(foundIn(await commands.dump(), marker)).toEqual([]);
    });

    it('the marker is in no log line of any service, at the most talkative level', async () => {
      const services = [
        ...cluster.gateways.map((gateway) => gateway.process),
        ...cluster.matchers,
        cluster.analysis,
        cluster.funnel,
        cluster.catalog,
      ];
      await Promise.all(services.map((service) => service.stop()));
      output += services.map((service) => service.output()).join('\n');
      expect(output.includes('SubmitAnalysis'), 'calls are logged').toBe(true);
      expect(foundIn(output, marker)).toEqual([]);
      expect(output.toLowerCase()).not.toContain(marker.toLowerCase());
    });
  });
});
