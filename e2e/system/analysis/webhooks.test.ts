import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallCompany } from '../../support/companies.js';
import { type Answer, repeatWhileUnavailable, send, until } from '../../support/http.js';
import { type Running, run } from '../../support/processes.js';
import { admin, type Cluster, startCluster } from '../../support/services.js';
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';

const SUBMISSIONS = 500;
const KILLS = 3;
const IN_FLIGHT = 8;
/** What a client repeats, with the same key. */
const RETRIED = [409, 503, 504];

/** docs/contract.md C15; docs/reliability.md R4.1 to R4.3. Processes of their own, real HTTP. */
describe('webhooks of submissions to a funnel host', () => {
  let cluster: Cluster;
  let origin: string;
  let management: ReturnType<typeof admin>;
  let webhook: WebhookReceiver;
  let database: pg.Client;
  let apiKey: string;
  let funnelId: string;
  /** Statuses that no kill explains. */
  const unexpected: number[] = [];

  beforeAll(async () => {
    webhook = await startWebhookReceiver();
    cluster = await startCluster({
      replicas: 1,
      environment: { ALLOW_PRIVATE_NETWORK: 'true', DELIVERY_TIME_SCALE: '0.001' },
    });
    origin = cluster.gateways[0]?.origin as string;
    management = admin(origin, cluster.platformToken);
    const applied = await management.establish('small', {
      ...smallCompany(),
      webhook: { url: webhook.url, secret: webhook.secret },
    });
    expect(applied.status, applied.text).toBe(200);
    funnelId = applied.body.funnels.skin.id;
    apiKey = await management.createKey('small');
    database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await cluster?.stop();
    await webhook?.stop();
  });

  const ANSWERS = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submit = (headers: Record<string, string> = {}): Promise<Answer> =>
    send(origin, '/api/analyses', { method: 'POST', host: 'skin.localhost', headers, body: ANSWERS });
  let turn = 0;
  /** Once, also where a busy system refuses what it has stored. */
  const submitOnce = () => {
    const key = `once-${++turn}`;
    return repeatWhileUnavailable(() => submit({ 'idempotency-key': key }));
  };
  const count = async (where: string): Promise<number> =>
    (await database.query(`select count(*)::int as count from analysis.deliveries where ${where}`)).rows[0].count;
  const manage = (...request: Parameters<typeof management.call>) =>
    repeatWhileUnavailable(() => management.call(...request));
  const log = async (query = '') => (await manage('GET', `/companies/small/webhooks/deliveries${query}`)).body;

  /**
   * Submits with a key until it is acknowledged: a process that was killed took its answer with it, and its claim of the key runs out
   * after 15 s. Several kills may hit the same key.
   */
  async function acknowledged(key: string): Promise<string> {
    let id: string | undefined;
    await until(
      `${key} is acknowledged`,
      async () => {
        const answer = await submit({ 'idempotency-key': key }).catch(() => undefined);
        if (answer && ![200, ...RETRIED].includes(answer.status)) unexpected.push(answer.status);
        id = answer?.status === 200 ? answer.body.id : undefined;
        return id !== undefined;
      },
      90_000,
    );
    return id as string;
  }

  it('500 submissions while the delivering process is killed three times: each is delivered, signed, at least once', async () => {
    const ids: string[] = [];
    // The first attempt of every fifth fails, and is repeated. All attempts of a time might fail until their pauses are minutes.
    const attempted = new Set<string>();
    webhook.chooseStatus = ({ id }) => {
      const isFirst = !attempted.has(id);
      return isFirst && attempted.add(id).size % 5 === 0 ? 500 : 204;
    };
    let next = 0;
    const submitting = Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        for (let turn = next++; turn < SUBMISSIONS; turn = next++) {
          ids.push(await acknowledged(`submission-${turn}`));
        }
      }),
    );
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = Math.floor((SUBMISSIONS * kill) / (KILLS + 1));
      await until(`${enough} are acknowledged`, async () => ids.length >= enough, 90_000);
      await cluster.analysis.stop('SIGKILL');
      // Leases of the killed process run out now instead of in half a minute.
      await database.query('update analysis.jobs set lease_until = now() where lease_until is not null');
      cluster.restartAnalysis();
    }
    await submitting;
    expect(unexpected).toEqual([]);
    await until('all are delivered', async () => (await count(`state = 'DELIVERED'`)) === SUBMISSIONS, 150_000);
    webhook.chooseStatus = undefined;

    const received = new Set(webhook.received.map(({ body }) => body.analysis_id));
    expect(new Set(ids).size).toBe(SUBMISSIONS);
    expect(ids.filter((id) => !received.has(id))).toEqual([]);
    for (const delivery of webhook.received) expect(isSigned(webhook.secret, delivery)).toBe(true);
    // The same id over all attempts, and the same bytes.
    expect(new Set(webhook.received.map(({ id }) => id)).size).toBe(SUBMISSIONS);
    expect(new Set(webhook.received.map(({ id, text }) => `${id} ${text}`)).size).toBe(SUBMISSIONS);
    expect(webhook.received.length).toBeGreaterThan(SUBMISSIONS);
  }, 480_000);

  it('500 creates over the v1 API deliver nothing, ever', async () => {
    const before = { rows: await count('true'), received: webhook.received.length };
    let next = 0;
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        for (let turn = next++; turn < SUBMISSIONS; turn = next++) {
          const headers = { authorization: `Bearer ${apiKey}` };
          const body = { funnelId, ...ANSWERS };
          const answer = await repeatWhileUnavailable(() => send(origin, '/api/v1/analyses', { headers, body }));
          expect(answer.status, answer.text).toBe(200);
        }
      }),
    );
    // A submission after them is delivered; a delivery for them would have come before it.
    const { body } = await submitOnce();
    await until('the submission is delivered', async () => webhook.received.length > before.received, 60_000);
    expect(webhook.received.at(-1)?.body.analysis_id).toBe(body.id);
    expect(await count('true')).toBe(before.rows + 1);
    expect(webhook.received).toHaveLength(before.received + 1);
  });

  it('an endpoint that is gone is switched off; what waits is delivered when it is switched on, and again when asked', async () => {
    webhook.status = 410;
    const { body } = await submitOnce();
    await until('the endpoint is off', async () => {
      const { body: endpoints } = await manage('GET', '/companies/small/webhooks/endpoints');
      return endpoints.data[0].disabledReason === 'GONE' && endpoints.data[0].pending === 1;
    });
    const [waiting] = (await log(`?analysisId=${body.id}`)).data;
    expect(waiting).toMatchObject({
      state: 'PENDING',
      target: 'webhook',
      attempts: 1,
      lastStatus: 410,
      nextAttemptAt: null,
    });
    const path = `/companies/small/webhooks/deliveries/${waiting.id}`;
    expect((await manage('POST', `${path}/redeliver`)).status).toBe(409);
    webhook.status = 204;
    expect((await manage('POST', '/companies/small/webhooks/endpoints/webhook/enable')).body).toMatchObject({
      state: 'ENABLED',
    });
    await until('it is delivered', async () => (await manage('GET', path)).body.state === 'DELIVERED');
    const sent = webhook.received.filter(({ id }) => id === waiting.id).length;
    expect((await manage('POST', `${path}/redeliver`)).status).toBe(202);
    await until(
      'it is delivered again',
      async () => webhook.received.filter(({ id }) => id === waiting.id).length > sent,
    );
    const { body: record } = await manage('GET', path);
    expect(record.attemptLog.map(({ status }: { status: number }) => status).slice(-2)).toEqual([204, 410]);
    expect(JSON.parse(record.requestBody)).toMatchObject({ action: 'Analysis Completed', analysis_id: body.id });
    expect(Object.keys(record.attemptLog[0].requestHeaders)).not.toContain('webhook-signature');
  });

  it('a CRM receives submissions with an e-mail address, in addition to the webhook, and neither others nor v1 creates', async () => {
    const crm = await startWebhookReceiver();
    const steps = [{ id: 1, type: 'EMAIL', title: 'You', required: false }];
    const applied = await management.establish('told', {
      ...smallCompany({ subdomain: 'told' }),
      crm: { kind: 'klaviyo', apiKey: 'pk_secret', baseUrl: new URL(crm.url).origin },
      funnels: [{ subdomain: 'told', name: 'Told', published: { steps } }],
    });
    expect(applied.status, applied.text).toBe(200);
    const told = (body: object, key: string) =>
      repeatWhileUnavailable(() =>
        send(origin, '/api/analyses', { host: 'told.localhost', headers: { 'idempotency-key': key }, body }),
      );
    const headers = { authorization: `Bearer ${await management.createKey('told')}` };
    const person = { firstName: 'Ada', email: 'ada@mail.example' };
    const created = { funnelId: applied.body.funnels.told.id, ...person };
    const create = () => send(origin, '/api/v1/analyses', { headers, body: created });
    expect((await repeatWhileUnavailable(create)).status).toBe(200);
    expect((await told({}, 'without an address')).status).toBe(200);
    const { body } = await told(person, 'with an address');
    await until('the profile and the event are delivered', async () => crm.received.length === 2);
    const [profile, event] = crm.received;
    expect(profile?.headers.authorization).toBe('Klaviyo-API-Key pk_secret');
    expect(profile?.body.data).toMatchObject({
      type: 'profile',
      attributes: { email: person.email, first_name: 'Ada' },
    });
    expect(event?.body.data.attributes.properties).toMatchObject({ analysis_id: body.id, funnel_name: 'told' });
    const { body: page } = await manage('GET', '/companies/told/webhooks/deliveries');
    expect(page.data).toMatchObject([{ target: 'crm', analysisId: body.id }]);
    expect(page.data[0].id).toBe(event?.body.data.attributes.unique_id);
    await crm.stop();
  });

  it('svc webhooks listen takes a delivery of the running system, verifies it and prints it', async () => {
    const listening: Running = run('tools/svc.mjs', {}, ['webhooks', 'listen', '--port', '0']);
    await until('it listens', async () => listening.output().includes('ALLOW_PRIVATE_NETWORK'));
    const [, url, secret] = /webhook: \{ url: "(\S+)", secret: "(\S+)" \}/.exec(listening.output()) ?? [];
    const applied = await management.establish('small', { webhook: { url, secret } });
    expect(applied.status, applied.text).toBe(200);
    const { body } = await submitOnce();
    await until('it is printed', async () => listening.output().includes(body.id));
    expect(listening.output()).toMatch(/msg_\w+ {2}signature is right {2}answered 200/);
    expect(await listening.stop('SIGINT')).toBe(0);
  });
});
