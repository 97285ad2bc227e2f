import { companyNotFound, ServiceError } from '@svc/kit';
import {
  type Delivery,
  DeliveryState,
  DeliveryTarget,
  DisabledReason,
  type DeliveryEndpoint as EndpointMessage,
  EndpointState,
  toDuration,
} from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import type { DeliveryEndpoint, DeliveryRecord, DeliverySummary } from '../bodies.js';

const WEBHOOKS = '/api/admin/v1/companies/glow/webhooks';
const summary: DeliverySummary = {
  id: 'msg_1',
  target: 'webhook',
  state: 'DEAD',
  analysisId: 'analysis-1',
  createdAt: '2026-11-21T10:00:00.000Z',
  attempts: 10,
  nextAttemptAt: null,
  lastStatus: 500,
  lastError: 'The endpoint responded with 500.',
  finishedAt: '2026-11-24T13:35:05.000Z',
};
const record: DeliveryRecord = {
  ...summary,
  requestBody: '{"a":1}',
  requestBodyBytes: 7,
  attemptLog: [
    {
      number: 10,
      startedAt: '2026-11-24T13:35:05.000Z',
      durationMs: 1234,
      url: 'https://merchant.example/hook',
      status: 500,
      error: 'The endpoint responded with 500.',
      requestHeaders: { 'webhook-id': 'msg_1' },
      responseBody: null,
    },
  ],
};
const endpoint: DeliveryEndpoint = {
  target: 'webhook',
  url: 'https://merchant.example/hook',
  state: 'ENABLED',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  pending: 0,
};
/** The same as analysis-svc sends them. */
const sentDelivery: Delivery = {
  id: 'msg_1',
  target: DeliveryTarget.DELIVERY_TARGET_WEBHOOK,
  state: DeliveryState.DELIVERY_STATE_DEAD,
  analysisId: 'analysis-1',
  createTime: new Date(summary.createdAt),
  attempts: 10,
  lastStatus: 500,
  lastError: 'The endpoint responded with 500.',
  finishTime: new Date('2026-11-24T13:35:05Z'),
};
const sentRecord = {
  delivery: sentDelivery,
  requestBody: '{"a":1}',
  requestBodyBytes: 7,
  attempts: record.attemptLog.map(({ startedAt, durationMs, status, error, responseBody: _, ...attempt }) => ({
    ...attempt,
    startTime: new Date(startedAt),
    duration: toDuration(durationMs),
    status: status ?? undefined,
    error: error ?? undefined,
  })),
};
const sentEndpoint: EndpointMessage = {
  target: DeliveryTarget.DELIVERY_TARGET_WEBHOOK,
  url: endpoint.url,
  state: EndpointState.ENDPOINT_STATE_ENABLED,
  disabledReason: DisabledReason.DISABLED_REASON_UNSPECIFIED,
  pending: 0,
};

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async ({ handle }) => {
          if (handle !== 'glow') throw companyNotFound();
          return { companyId: 'company-1', name: 'G', language: 'de', currency: 'CHF' };
        },
      },
      delivery: {
        listDeliveries: async () => ({ deliveries: [sentDelivery], nextPageToken: 'next' }),
        getDelivery: async () => sentRecord,
        redeliver: async () => ({
          delivery: { ...sentDelivery, state: DeliveryState.DELIVERY_STATE_PENDING },
        }),
        redeliverPeriod: async () => ({ count: 214 }),
        listEndpoints: async () => ({ endpoints: [sentEndpoint] }),
        enableEndpoint: async () => ({ endpoint: sentEndpoint }),
        testWebhook: async () => ({ id: 'test_1', requestBody: '{"a":1}', attempt: sentRecord.attempts[0] }),
      },
    },
  });
});
afterEach(() => gateway.stop());

const ask = (
  path: string,
  method = 'GET',
  headers: Record<string, string> = { authorization: `Bearer ${PLATFORM_TOKEN}` },
) => gateway.ask(path, { method, headers });
const calls = () => gateway.services.calls;

describe('deliveries in management (docs/webhooks.md)', () => {
  it('GET …/deliveries is a page of the log; filters and cursor travel as they are', async () => {
    const path = `${WEBHOOKS}/deliveries?state=DEAD&target=crm&analysisId=analysis-1&limit=2&cursor=abc`;
    expect(await ask(path)).toMatchObject({ status: 200, json: { data: [summary], nextCursor: 'next' } });
    const asked = {
      companyId: 'company-1',
      state: DeliveryState.DELIVERY_STATE_DEAD,
      target: DeliveryTarget.DELIVERY_TARGET_CRM,
      analysisId: 'analysis-1',
      pageSize: 2,
      pageToken: 'abc',
    };
    expect(calls().listDeliveries).toEqual([asked]);
    expect((await ask(`${WEBHOOKS}/deliveries?limit=101`)).json.error).toBe('INVALID_QUERY');
    await ask(`${WEBHOOKS}/deliveries?analysisId=${encodeURIComponent("a' or 1")}`);
    expect(calls().listDeliveries?.at(-1)).toMatchObject({
      analysisId: '-',
      state: DeliveryState.DELIVERY_STATE_UNSPECIFIED,
      target: DeliveryTarget.DELIVERY_TARGET_UNSPECIFIED,
      pageSize: 50,
    });
    expect(await ask(`${WEBHOOKS}/deliveries?state=LOST`)).toMatchObject({
      status: 400,
      json: { error: 'INVALID_QUERY', message: 'state must be one of PENDING, DELIVERED, DEAD.' },
    });
  });

  it('GET …/deliveries/{id} is the delivery with its attempts, redeliver is 202', async () => {
    expect(await ask(`${WEBHOOKS}/deliveries/msg_1`)).toMatchObject({ status: 200, json: record });
    expect(await ask(`${WEBHOOKS}/deliveries/msg_1/redeliver`, 'POST')).toMatchObject({
      status: 202,
      json: { id: 'msg_1', state: 'PENDING' },
    });
    expect(calls().redeliver).toEqual([{ companyId: 'company-1', deliveryId: 'msg_1' }]);
  });

  it('POST …/redeliver delivers a period again, by default what is dead, and says how much', async () => {
    const redeliver = (body: unknown) =>
      gateway.ask(`${WEBHOOKS}/redeliver`, {
        method: 'POST',
        headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const period = { from: '2026-11-21T10:00:00+02:00', to: '2026-11-21T12:00:00Z' };
    expect(await redeliver({ target: 'crm', ...period })).toMatchObject({ status: 202, json: { count: 214 } });
    expect(calls().redeliverPeriod).toEqual([
      {
        companyId: 'company-1',
        target: DeliveryTarget.DELIVERY_TARGET_CRM,
        startTime: new Date('2026-11-21T08:00:00Z'),
        endTime: new Date('2026-11-21T12:00:00Z'),
        states: [DeliveryState.DELIVERY_STATE_DEAD],
      },
    ]);
    for (const [wrong, path] of [
      [{ target: 'sms' }, '/target'],
      [{ to: period.from }, '/to'],
      [{ from: 'yesterday' }, '/from'],
      [{ states: [] }, '/states'],
      [{ states: ['LOST'] }, '/states/0'],
    ] as const) {
      const refused = await redeliver({ target: 'webhook', ...period, ...wrong });
      expect(refused).toMatchObject({ status: 400, json: { error: 'INVALID_REQUEST', details: [{ path }] } });
    }
    expect(calls().redeliverPeriod).toHaveLength(1);
  });

  it('endpoints are listed and switched on; another target than webhook and crm is NOT_FOUND', async () => {
    expect(await ask(`${WEBHOOKS}/endpoints`)).toMatchObject({ status: 200, json: { data: [endpoint] } });
    expect(await ask(`${WEBHOOKS}/endpoints/webhook/enable`, 'POST')).toMatchObject({ status: 200, json: endpoint });
    const wrong = await ask(`${WEBHOOKS}/endpoints/sms/enable`, 'POST');
    expect([wrong.status, wrong.json.error]).toEqual([404, 'NOT_FOUND']);
    expect(calls().enableEndpoint).toEqual([
      { companyId: 'company-1', target: DeliveryTarget.DELIVERY_TARGET_WEBHOOK },
    ]);
  });

  it('a test is sent to the webhook and shows its outcome; the CRM has none, since it would create a profile', async () => {
    const test = (body: unknown) =>
      gateway.ask(`${WEBHOOKS}/test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const [{ number: _, ...attempt }] = record.attemptLog as [DeliveryRecord['attemptLog'][number]];
    expect(await test({ target: 'webhook' })).toMatchObject({
      status: 200,
      json: { id: 'test_1', requestBody: '{"a":1}', ...attempt },
    });
    expect(calls().testWebhook).toEqual([{ companyId: 'company-1' }]);
    expect((await test({ target: 'crm' })).json.error).toBe('INVALID_REQUEST');
  });

  it('errors of the service are returned; without the token no service is called', async () => {
    gateway.services.handlers.delivery.redeliver = async () => {
      throw new ServiceError('CONFLICT', 'The endpoint is switched off.');
    };
    const refused = await ask(`${WEBHOOKS}/deliveries/msg_1/redeliver`, 'POST');
    expect([refused.status, refused.json.error]).toEqual([409, 'CONFLICT']);
    for (const path of ['deliveries', 'deliveries/msg_1', 'endpoints']) {
      expect((await ask(`${WEBHOOKS}/${path}`, 'GET', {})).status).toBe(401);
    }
    expect((await ask('/api/admin/v1/companies/other/webhooks/endpoints')).status).toBe(404);
  });
});
