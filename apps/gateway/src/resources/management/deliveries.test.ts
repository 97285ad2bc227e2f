import type { DeliveryEndpoint, DeliveryRecord, DeliverySummary } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../testing/start-gateway.js';

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
  lastError: 'The endpoint answered 500.',
  finishedAt: '2026-11-24T13:35:05.000Z',
};
const record: DeliveryRecord = { ...summary, requestBody: '{"a":1}', requestBodyBytes: 7, attemptLog: [] };
const endpoint: DeliveryEndpoint = {
  target: 'webhook',
  url: 'https://merchant.example/hook',
  state: 'ENABLED',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  pending: 0,
};

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async ({ handle }) => {
          if (handle !== 'glow') throw new ServiceError('NOT_FOUND', 'No company with this handle.');
          return { companyId: 'company-1', name: 'G', language: 'de', currency: 'CHF' };
        },
      },
      delivery: {
        listDeliveries: async () => ({ deliveriesJson: json.encode([summary]), nextCursor: 'next' }),
        getDelivery: async () => ({ deliveryJson: json.encode(record) }),
        redeliver: async () => ({ deliveryJson: json.encode({ ...summary, state: 'PENDING' }) }),
        listEndpoints: async () => ({ endpointsJson: json.encode([endpoint]) }),
        enableEndpoint: async () => ({ endpointJson: json.encode(endpoint) }),
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
      state: 'DEAD',
      target: 'crm',
      analysisId: 'analysis-1',
      limit: 2,
      cursor: 'abc',
    };
    expect(calls().listDeliveries).toEqual([asked]);
    expect((await ask(`${WEBHOOKS}/deliveries?limit=101`)).json.error).toBe('INVALID_QUERY');
    await ask(`${WEBHOOKS}/deliveries?analysisId=${encodeURIComponent("a' or 1")}`);
    expect(calls().listDeliveries?.at(-1)).toMatchObject({ analysisId: '-', state: '', target: '', limit: 50 });
  });

  it('GET …/deliveries/{id} is the delivery with its attempts, redeliver is 202', async () => {
    expect(await ask(`${WEBHOOKS}/deliveries/msg_1`)).toMatchObject({ status: 200, json: record });
    expect(await ask(`${WEBHOOKS}/deliveries/msg_1/redeliver`, 'POST')).toMatchObject({
      status: 202,
      json: { id: 'msg_1', state: 'PENDING' },
    });
    expect(calls().redeliver).toEqual([{ companyId: 'company-1', deliveryId: 'msg_1' }]);
  });

  it('endpoints are listed and switched on; another target than webhook and crm is NOT_FOUND', async () => {
    expect(await ask(`${WEBHOOKS}/endpoints`)).toMatchObject({ status: 200, json: { data: [endpoint] } });
    expect(await ask(`${WEBHOOKS}/endpoints/webhook/enable`, 'POST')).toMatchObject({ status: 200, json: endpoint });
    const wrong = await ask(`${WEBHOOKS}/endpoints/sms/enable`, 'POST');
    expect([wrong.status, wrong.json.error]).toEqual([404, 'NOT_FOUND']);
    expect(calls().enableEndpoint).toEqual([{ companyId: 'company-1', target: 'webhook' }]);
  });

  it('what the service refuses is refused here; without the token nothing is asked', async () => {
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
