import { DELIVERY_STATES, DELIVERY_TARGETS } from '@svc/domain';
import { admin, COMPANY, COMPANY_ERRORS, handle, list, paging, path } from './admin-operation.js';
import { ANALYSIS_ID } from './examples.js';
import { jsonContent, type Operation, type Parameter } from './operation.js';

const DELIVERY_ID = 'msg_7Xk2QmZr9Lw4TnYb1VcHsd';
const WEBHOOKS = `${COMPANY}/webhooks`;
const deliveryId = path('deliveryId', 'The webhook-id.', DELIVERY_ID);

const filter = (name: string, description: string, values: readonly string[]): Parameter => ({
  in: 'query',
  name,
  description,
  schema: { type: 'string', enum: [...values] },
  example: values[0],
});

const summaryExample = {
  id: DELIVERY_ID,
  target: 'webhook',
  state: 'PENDING',
  analysisId: ANALYSIS_ID,
  createdAt: '2026-11-21T10:00:00.000Z',
  attempts: 1,
  nextAttemptAt: '2026-11-21T10:00:05.214Z',
  lastStatus: 500,
  lastError: 'The endpoint answered 500.',
  finishedAt: null,
};
const bodyExample = `{"action":"Analysis Completed","analysis_id":"${ANALYSIS_ID}","products_all":[],"tabs":[]}`;
const deliveryExample = {
  ...summaryExample,
  requestBody: bodyExample,
  requestBodyBytes: bodyExample.length,
  attemptLog: [
    {
      number: 1,
      startedAt: '2026-11-21T10:00:00.120Z',
      durationMs: 87,
      url: 'https://merchant.example/hook',
      status: 500,
      error: 'The endpoint answered 500.',
      requestHeaders: {
        'content-type': 'application/json',
        'user-agent': 'svc-webhooks/1',
        'webhook-id': DELIVERY_ID,
        'webhook-timestamp': '1795255200',
      },
      responseBody: 'Internal Server Error',
    },
  ],
};
const endpointExample = {
  target: 'webhook',
  url: 'https://merchant.example/hook',
  state: 'DISABLED',
  disabledReason: 'FAILED_FOR_TOO_LONG',
  disabledAt: '2026-11-21T10:00:00.000Z',
  failingSince: '2026-11-16T09:58:12.000Z',
  pending: 214,
};
const enabledExample = {
  ...endpointExample,
  state: 'ENABLED',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
};

/** Deliveries to a company's webhook and CRM. Contract, "Legacy POST /api/analyses"; docs/webhooks.md. */
export const deliveryOperations: Operation[] = [
  admin({
    method: 'get',
    path: `${WEBHOOKS}/deliveries`,
    id: 'listDeliveries',
    summary: 'Deliveries, newest first',
    description:
      'What submissions on funnel hosts owe to the webhook and the CRM, and what became of it. Kept for 90 days; deliveries of ' +
      'erased analyses are not shown.',
    parameters: [
      handle,
      filter('state', 'Only those in this state.', DELIVERY_STATES),
      filter('target', 'Only those to this target.', DELIVERY_TARGETS),
      { in: 'query', name: 'analysisId', description: 'Only those of this analysis.', example: ANALYSIS_ID },
      ...paging,
    ],
    success: list('DeliveryPage', summaryExample),
    errors: ['INVALID_QUERY', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'get',
    path: `${WEBHOOKS}/deliveries/{deliveryId}`,
    id: 'getDelivery',
    summary: 'A delivery with its attempts',
    description:
      'What was sent and what was answered. Bodies are kept for 7 days after the end; they hold contact data.',
    parameters: [handle, deliveryId],
    success: { 200: { description: 'The delivery.', content: jsonContent('Delivery', { failed: deliveryExample }) } },
    errors: COMPANY_ERRORS,
  }),
  admin({
    method: 'post',
    path: `${WEBHOOKS}/deliveries/{deliveryId}/redeliver`,
    id: 'redeliver',
    summary: 'Deliver again',
    description:
      'Now, whatever became of it before, with the same webhook-id and, as long as it is kept, the same body. Its ten attempts ' +
      'begin anew. CONFLICT when the endpoint is switched off, or the company has none any more.',
    parameters: [handle, deliveryId],
    success: {
      202: {
        description: 'It is due.',
        content: jsonContent('DeliverySummary', {
          due: { ...summaryExample, nextAttemptAt: '2026-11-21T11:30:00.000Z' },
        }),
      },
    },
    errors: ['CONFLICT', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'get',
    path: `${WEBHOOKS}/endpoints`,
    id: 'listEndpoints',
    summary: 'Endpoints and how they are',
    description: 'Those that the company has in its blueprint: the webhook, the CRM.',
    parameters: [handle],
    success: {
      200: {
        description: 'At most one of each target.',
        content: jsonContent('DeliveryEndpoints', { off: { data: [endpointExample] } }),
      },
    },
    errors: COMPANY_ERRORS,
  }),
  admin({
    method: 'post',
    path: `${WEBHOOKS}/endpoints/{target}/enable`,
    id: 'enableEndpoint',
    summary: 'Switch an endpoint on again',
    description:
      'What waited for it goes out. Another address or secret in the blueprint does the same by itself. Repeated: nothing changes.',
    parameters: [handle, path('target', 'webhook or crm.', 'webhook')],
    success: { 200: { description: 'It is on.', content: jsonContent('DeliveryEndpoint', { on: enabledExample }) } },
    errors: COMPANY_ERRORS,
  }),
];
