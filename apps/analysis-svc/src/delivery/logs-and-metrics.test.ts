import { createLogger, type Metrics } from '@svc/kit';
import { afterEach, expect, it } from 'vitest';
import { SECRET, startDeliveries, type TestDeliveries } from './testing/start-deliveries.js';
import { startWebhookServer, type WebhookServer } from './testing/webhook-server.js';

const MARKER = 'Zq7MarkerOfAShopper';
let all: TestDeliveries;
let endpoint: WebhookServer;
afterEach(async () => {
  await all.stop();
  await endpoint.close();
});

it('log lines and metrics report every outcome without shopper, analysis, address or secret', async () => {
  const lines: string[] = [];
  const log = createLogger({ name: 'test', level: 'trace' }, { write: (line) => void lines.push(line) });
  [all, endpoint] = await Promise.all([startDeliveries(log), startWebhookServer()]);
  const counts: string[] = [];
  const gauges = new Map<string, number>();
  const metrics: Metrics = {
    count: (name, labels) => void counts.push(`${name} ${Object.values(labels ?? {}).join(' ')}`),
    set: (name, value, labels) => void gauges.set(`${name} ${labels?.target}`, value),
  };
  const url = endpoint.url.replace('http://', `http://user:${MARKER}@`);
  all.targets.set('company-1', { webhook: { url, secret: SECRET }, crm: null });
  // By number: all ten attempts may be over before a test that waits for the third one changes the answer.
  endpoint.answer = (response, { body }) => response.writeHead(endpoint.received.length > 3 ? 200 : 500).end(body);
  all.build.body = async () => Promise.reject(new Error('MATCHER_FAILURE'));
  await all.start({ scale: 0.000_01, metrics });
  const id = await all.submit({ analysisId: `${MARKER}-id` });
  await expect.poll(() => all.build.calls).toBeGreaterThan(0);
  all.build.body = async (analysisId) => JSON.stringify({ analysis_id: analysisId, first_name: MARKER });
  await expect.poll(async () => (await all.row(id)).state).toBe('DELIVERED');
  expect((await all.row(id)).tries).toBeGreaterThan(2);

  await expect.poll(() => lines.join('')).toContain('"msg":"delivered"');
  const text = lines.join('');
  expect(text).toContain('delivery attempt failed; retry scheduled');
  expect(text).toContain(id);
  expect(text).not.toContain(MARKER);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain('127.0.0.1');
  const deliveries = counts.filter((count) => count.startsWith('svc_deliveries_total'));
  expect(deliveries.at(-1)).toBe('svc_deliveries_total webhook DELIVERED');
  expect(deliveries.filter((count) => count.endsWith('RETRIED')).length).toBeGreaterThan(2);
  // Counted once, from the start on.
  await expect.poll(() => gauges.get('svc_deliveries_pending crm')).toBe(0);
  expect(gauges.get('svc_deliveries_pending webhook')).toBeTypeOf('number');
});
