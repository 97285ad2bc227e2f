import { expect, it } from 'vitest';
import { getRequestClass, isOrdinary } from './request-class.js';

it.each([
  ['GET', '/api/v1/analyses/5gNp1RtXv6dSbM3oYf0UhC/matches?resultPage=true', 'match'],
  ['GET', '/api/v1/funnels/f1', 'funnel'],
  ['GET', '/api/v1/questionnaire?unit=k3J9-x2Lw0Pq7_ZtRb5Y', 'funnel'],
  ['POST', '/api/v1/analyses', 'create'],
  ['POST', '/api/v1/events', 'event'],
  ['POST', '/api/v1/orders', 'order'],
  ['POST', '/api/v1/refunds', 'order'],
  ['POST', '/api/v1/visits', 'visit'],
  ['POST', '/api/chat/v1/threads', 'chat'],
  ['POST', '/api/chat/v1/threads/t1/turns', 'chat'],
  ['GET', '/api/chat/v1/threads/t1', 'chat'],
  ['DELETE', '/api/chat/v1/threads/t1', 'chat'],
  ['POST', '/api/analyses?versionId=v1', 'submission'],
  ['GET', '/api/results/5gNp1RtXv6dSbM3oYf0UhC/cards', 'result'],
  ['GET', '/api/components/v1/config?company=k', 'component'],
  ['GET', '/api/components/v1/page?url=https%3A%2F%2Fshop.example%2Fp', 'component'],
  ['GET', '/?versionId=draft', 'page'],
  ['GET', '/r/5gNp1RtXv6dSbM3oYf0UhC', 'page'],
  ['GET', '/api/admin/v1/companies', 'management'],
  ['POST', '/api/admin/v1/companies/acme/catalog/imports', 'management'],
  ['POST', '/shopify/webhooks', 'management'],
])('%s %s belongs to %s', (method, url, name) => {
  expect(getRequestClass({ method, url })).toBe(name);
});

it.each([
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
  ['HEAD', '/api/v1/analyses/5gNp1RtXv6dSbM3oYf0UhC/matches'],
  ['OPTIONS', '/api/v1/analyses'],
  ['GET', '/assets/page.js'],
  ['GET', '/components.js'],
  ['GET', '/v/0.2.0/core-1a2b.js'],
  ['GET', '/openapi.json'],
  ['POST', '/api/v1/analyses/5gNp1RtXv6dSbM3oYf0UhC/matches'],
  ['GET', 'http://svc.test/api/v1/funnels/f1'],
])('%s %s is never refused', (method, url) => {
  expect(getRequestClass({ method, url })).toBeUndefined();
});

it('the time of selfies, of requested payloads, of the chat, and of management says nothing about the load', () => {
  const small = { 'content-length': '300' };
  expect(isOrdinary('create', { headers: small })).toBe(true);
  expect(isOrdinary('create', { headers: { 'content-length': '400000' } })).toBe(false);
  expect(isOrdinary('create', { headers: { 'transfer-encoding': 'chunked' } })).toBe(false);
  expect(isOrdinary('submission', { headers: small, url: '/api/analyses?include_webhook_payload=true' })).toBe(false);
  expect(isOrdinary('chat', { headers: small })).toBe(false);
  expect(isOrdinary('management', { headers: {} })).toBe(false);
});
