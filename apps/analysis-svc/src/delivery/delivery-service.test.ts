import { countWaiting } from '@svc/kit/testing';
import { DeliveryState, DeliveryTarget, DisabledReason, EndpointState, type ListDeliveriesRequest } from '@svc/proto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRET, startDeliveries, type TestDeliveries, type TestProcess } from './testing/start-deliveries.js';
import { startWebhookServer, status, type WebhookServer } from './testing/webhook-server.js';

let all: TestDeliveries;
let endpoint: WebhookServer;
let process: TestProcess;
beforeEach(async () => {
  [all, endpoint] = await Promise.all([startDeliveries(), startWebhookServer()]);
  for (const company of ['company-1', 'company-2']) {
    all.targets.set(company, { webhook: { url: `${endpoint.url}/${company}`, secret: SECRET }, crm: null });
  }
  // No test waits for a retry; at a busy machine, none comes before a test looks at the attempt.
  process = await all.start({ scale: 100 });
});
afterEach(async () => {
  await all.stop();
  await endpoint.close();
});

const {
  DELIVERY_STATE_PENDING: PENDING,
  DELIVERY_STATE_DELIVERED: DELIVERED,
  DELIVERY_STATE_DEAD: DEAD,
} = DeliveryState;
const { DELIVERY_TARGET_WEBHOOK: WEBHOOK, DELIVERY_TARGET_CRM: CRM } = DeliveryTarget;
const ALL: ListDeliveriesRequest = {
  companyId: 'company-1',
  state: DeliveryState.DELIVERY_STATE_UNSPECIFIED,
  target: DeliveryTarget.DELIVERY_TARGET_UNSPECIFIED,
  analysisId: '',
  pageSize: 100,
  pageToken: '',
};
const list = async (request: Partial<typeof ALL> = {}) => {
  const { deliveries, nextPageToken } = await process.client.listDeliveries({ ...ALL, ...request });
  return { ids: deliveries.map(({ id }) => id), nextPageToken };
};
const get = async (deliveryId: string, companyId = 'company-1') => {
  const { delivery, ...record } = await process.client.getDelivery({ companyId, deliveryId });
  return { ...delivery!, ...record, attemptCount: delivery!.attempts };
};
const settled = (count: number) => expect.poll(() => endpoint.received.length).toBe(count);

describe('DeliveryService (management: the log of deliveries)', () => {
  it('lists a company’s deliveries newest first, page by page without gaps or duplicates, also when times are equal', async () => {
    const ids: string[] = [];
    for (let turn = 0; turn < 7; turn += 1) ids.push(await all.submit());
    await all.submit({ companyId: 'company-2' });
    await settled(8);
    await all.db('deliveries').update({ created_at: new Date('2026-11-21T10:00:00.123Z') });
    const seen: string[] = [];
    let pageToken = '';
    do {
      const page = await list({ pageSize: 3, pageToken });
      seen.push(...page.ids);
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    expect(seen).toEqual([...ids].sort().reverse());
    await expect(list({ pageToken: 'x' })).rejects.toMatchObject({ code: 'INVALID_QUERY' });
  });

  it('filters by state, target and analysis', async () => {
    endpoint.answer = (response, got) => status(JSON.parse(got.body).analysis_id === 'a' ? 500 : 200)(response, got);
    const failed = await all.submit({ analysisId: 'a' });
    const delivered = await all.submit({ analysisId: 'b' });
    await expect.poll(() => list({ state: DELIVERED })).toMatchObject({ ids: [delivered] });
    await expect.poll(() => list({ state: PENDING })).toMatchObject({ ids: [failed] });
    expect((await list({ analysisId: 'a' })).ids).toEqual([failed]);
    expect((await list({ target: CRM })).ids).toEqual([]);
  });

  it('a delivery that is unknown, of another company or of an erased analysis is NOT_FOUND', async () => {
    const id = await all.submit();
    await settled(1);
    for (const call of ['getDelivery', 'redeliver'] as const) {
      for (const request of [
        { companyId: 'company-2', deliveryId: id },
        { companyId: 'company-1', deliveryId: 'msg_unknown' },
      ]) {
        await expect(process.client[call](request)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    }
    await expect.poll(async () => (await get(id)).state).toBe(DELIVERED);
    await all.db('deliveries').where({ id }).update({ state: 'DEAD', body: null, analysis_id: null });
    await expect(get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await list()).ids).toEqual([]);
  });

  it('a redelivery immediately sends the same id and bytes and restarts the schedule (docs/contract.md C15.6)', async () => {
    endpoint.answer = status(500);
    const id = await all.submit();
    await expect.poll(async () => (await get(id)).attemptCount).toBe(1);
    await expect.poll(async () => (await get(id)).attempts.length).toBe(1);
    endpoint.answer = status(200);
    const { delivery } = await process.client.redeliver({ companyId: 'company-1', deliveryId: id });
    expect(delivery).toMatchObject({ id, state: PENDING });
    expect(delivery?.finishTime).toBeUndefined();
    await expect.poll(async () => (await get(id)).state).toBe(DELIVERED);
    await process.client.redeliver({ companyId: 'company-1', deliveryId: id });
    await expect.poll(() => endpoint.received.length).toBe(3);
    expect(new Set(endpoint.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    await expect.poll(async () => (await get(id)).state).toBe(DELIVERED);
    const record = await get(id);
    const sent = endpoint.received[0]?.body ?? '';
    expect(record).toMatchObject({ attemptCount: 3, requestBody: sent, requestBodyBytes: Buffer.byteLength(sent) });
    expect(record.attempts.map(({ number, status }) => [number, status])).toEqual([
      [3, 200],
      [2, 200],
      [1, 500],
    ]);
  });

  it('a period is delivered again: its deliveries to the target in the states, of this company, not the rest (docs/contract.md C15.6)', async () => {
    endpoint.answer = status(500);
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute));
    const ids: string[] = [];
    for (const [minute, state, companyId] of [
      [0, 'DEAD', 'company-1'],
      [1, 'DEAD', 'company-1'],
      [2, 'DELIVERED', 'company-1'],
      [3, 'DEAD', 'company-1'],
      [1, 'DEAD', 'company-2'],
    ] as const) {
      const id = await all.submit({ companyId });
      await expect.poll(async () => (await get(id, companyId)).attempts.length).toBe(1);
      await all.db('jobs').where({ key: id }).delete();
      await all
        .db('deliveries')
        .where({ id })
        .update({ state, created_at: at(minute), finished_at: at(minute) });
      ids.push(id);
    }
    endpoint.received.length = 0;
    endpoint.answer = status(200);
    const request = { companyId: 'company-1', target: WEBHOOK, startTime: at(1), endTime: at(3), states: [DEAD] };
    expect(await process.client.redeliverPeriod({ ...request, target: WEBHOOK })).toEqual({ count: 1 });
    await settled(1);
    expect(endpoint.received.map(({ headers }) => headers['webhook-id'])).toEqual([ids[1]]);
    await expect.poll(async () => (await get(ids[1] as string)).state).toBe(DELIVERED);
    const both = { ...request, states: [DEAD, DELIVERED] };
    expect(await process.client.redeliverPeriod(both)).toEqual({ count: 2 });
    expect(await process.client.redeliverPeriod({ ...request, startTime: at(30), endTime: at(31) })).toEqual({
      count: 0,
    });
    await expect(process.client.redeliverPeriod({ ...request, target: CRM })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  describe('a delivery that changes while its period is delivered again', () => {
    /** Delivers again what is dead, while another transaction changes one of two dead deliveries. */
    async function redeliverDuring(change: Record<string, unknown>) {
      await process.deliveries.stop();
      const [changed, other] = [await all.submit(), await all.submit()];
      await all.db('jobs').delete();
      await all.db('deliveries').update({ state: 'DEAD', finished_at: all.db.fn.now() });
      const changing = await all.db.transaction();
      await changing('deliveries').where({ id: changed }).update(change);
      const period = { startTime: new Date(Date.now() - 60_000), endTime: new Date(Date.now() + 60_000) };
      const redelivering = process.client.redeliverPeriod({
        companyId: 'company-1',
        target: WEBHOOK,
        ...period,
        states: [DEAD],
      });
      await expect.poll(() => countWaiting(all.db)).toBe(1);
      await changing.commit();
      expect(await redelivering).toEqual({ count: 1 });
      expect(await all.db('jobs').pluck('key')).toEqual([other]);
      return all.row(changed);
    }

    it('stays erased, and the others are sent', async () => {
      const row = await redeliverDuring({ analysis_id: null, body: null });
      expect(row).toMatchObject({ state: 'DEAD', redeliveries: 0 });
    });

    it('is not sent once more by a second call, since it is in none of the states by then', async () => {
      const row = await redeliverDuring({ state: 'PENDING', redeliveries: 1, finished_at: null });
      expect(row).toMatchObject({ state: 'PENDING', redeliveries: 1 });
    });
  });

  it('a period with more than 10,000 deliveries is refused, and nothing is sent', async () => {
    await all.db.raw(
      `insert into deliveries (id, company_id, analysis_id, target, page_origin, subdomain, funnel_value, language, state, finished_at)
       select 'msg_many_' || n, 'company-1', 'many-' || n, 'webhook', 'http://beauty.localhost', 'beauty', 'Beauty', 'en', 'DEAD', now()
         from generate_series(1, 10001) as n`,
    );
    const period = { startTime: new Date(Date.now() - 60_000), endTime: new Date(Date.now() + 60_000) };
    const request = { companyId: 'company-1', target: WEBHOOK, ...period, states: [DEAD] };
    await expect(process.client.redeliverPeriod(request)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await all.db('deliveries').where({ state: 'DEAD' })).toHaveLength(10_001);
    expect(await all.db('jobs')).toEqual([]);
    await all.db('deliveries').where({ id: 'msg_many_1' }).delete();
    expect(await process.client.redeliverPeriod(request)).toEqual({ count: 10_000 });
  });

  it('an attempt that was running during a redelivery is logged but does not change the state', async () => {
    let release = () => {};
    endpoint.answer = (response) => {
      release = () => response.writeHead(500).end();
    };
    const id = await all.submit();
    await expect.poll(() => endpoint.received.length).toBe(1);
    endpoint.answer = status(200);
    await process.client.redeliver({ companyId: 'company-1', deliveryId: id });
    await expect.poll(async () => (await get(id)).state).toBe(DELIVERED);
    release();
    await expect.poll(async () => (await get(id)).attempts.length).toBe(2);
    expect(await get(id)).toMatchObject({ state: DELIVERED, nextAttemptTime: undefined });
  });

  it('endpoints are listed with their state and pending deliveries; a disabled one rejects redeliveries until it is enabled', async () => {
    const show = async () => (await process.client.listEndpoints({ companyId: 'company-1' })).endpoints;
    const on = {
      target: WEBHOOK,
      url: `${endpoint.url}/company-1`,
      state: EndpointState.ENDPOINT_STATE_ENABLED,
      pending: 0,
      disabledReason: DisabledReason.DISABLED_REASON_UNSPECIFIED,
    };
    expect(await show()).toEqual([on]);
    endpoint.answer = status(410);
    const id = await all.submit();
    await expect.poll(show).toMatchObject([
      {
        ...on,
        state: EndpointState.ENDPOINT_STATE_DISABLED,
        disabledReason: DisabledReason.DISABLED_REASON_GONE,
        disableTime: expect.any(Date),
        pending: 1,
      },
    ]);
    await expect(process.client.redeliver({ companyId: 'company-1', deliveryId: id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    endpoint.answer = status(200);
    const enabled = await process.client.enableEndpoint({ companyId: 'company-1', target: WEBHOOK });
    expect(enabled.endpoint).toEqual({ ...on, pending: 1 });
    await expect.poll(async () => (await get(id)).state).toBe(DELIVERED);
    await expect(process.client.enableEndpoint({ companyId: 'company-1', target: CRM })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    all.targets.set('company-1', { webhook: null, crm: null });
    await expect(process.client.redeliver({ companyId: 'company-1', deliveryId: id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The company has no webhook. It must be configured in the company’s blueprint first.',
    });
  });

  it('a test sends one signed example, shows what came back, and leaves no trace (docs/webhooks.md "Trying it")', async () => {
    endpoint.answer = status(410);
    const { id, requestBody, attempt } = await process.client.testWebhook({ companyId: 'company-1' });
    const [received] = endpoint.received;
    expect(endpoint.received).toHaveLength(1);
    expect(id).toMatch(/^test_/);
    expect([received?.headers['webhook-id'], received?.body]).toEqual([id, requestBody]);
    expect(() => new Webhook(SECRET).verify(requestBody, received?.headers as Record<string, string>)).not.toThrow();
    expect(JSON.parse(requestBody)).toMatchObject({ action: 'Analysis Completed', email: 'test@example.com' });
    expect(attempt).toMatchObject({ status: 410, url: `${endpoint.url}/company-1` });
    // A 410 to a delivery would disable the endpoint.
    const { endpoints } = await process.client.listEndpoints({ companyId: 'company-1' });
    expect(endpoints).toMatchObject([{ state: EndpointState.ENDPOINT_STATE_ENABLED, pending: 0 }]);
    expect((await list()).ids).toEqual([]);
    all.targets.set('company-1', { webhook: null, crm: null });
    await expect(process.client.testWebhook({ companyId: 'company-1' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
