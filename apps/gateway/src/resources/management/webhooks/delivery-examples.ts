import { ANALYSIS_ID } from '../../../openapi/example-ids.js';

export const DELIVERY_ID = 'msg_7Xk2QmZr9Lw4TnYb1VcHsd';

export const deliverySummaryExample = {
  id: DELIVERY_ID,
  target: 'webhook',
  state: 'PENDING',
  analysisId: ANALYSIS_ID,
  createdAt: '2026-11-21T10:00:00.000Z',
  attempts: 1,
  nextAttemptAt: '2026-11-21T10:00:05.214Z',
  lastStatus: 500,
  lastError: 'The endpoint responded with 500.',
  finishedAt: null,
};
const bodyExample = `{"action":"Analysis Completed","analysis_id":"${ANALYSIS_ID}","products_all":[],"tabs":[]}`;
export const deliveryExample = {
  ...deliverySummaryExample,
  requestBody: bodyExample,
  requestBodyBytes: bodyExample.length,
  attemptLog: [
    {
      number: 1,
      startedAt: '2026-11-21T10:00:00.120Z',
      durationMs: 87,
      url: 'https://merchant.example/hook',
      status: 500,
      error: 'The endpoint responded with 500.',
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
const { number: _, ...attemptExample } = deliveryExample.attemptLog[0] as { number: number; requestHeaders: object };
export const webhookTestExample = {
  id: 'test_2Hq8VnXw5RtPc3LsKd7JmB',
  requestBody: bodyExample,
  ...attemptExample,
  requestHeaders: { ...attemptExample.requestHeaders, 'webhook-id': 'test_2Hq8VnXw5RtPc3LsKd7JmB' },
};
export const endpointExample = {
  target: 'webhook',
  url: 'https://merchant.example/hook',
  state: 'DISABLED',
  disabledReason: 'FAILED_FOR_TOO_LONG',
  disabledAt: '2026-11-21T10:00:00.000Z',
  failingSince: '2026-11-16T09:58:12.000Z',
  pending: 214,
};
export const enabledEndpointExample = {
  ...endpointExample,
  state: 'ENABLED',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
};
