import { scaleTimeout } from '@svc/kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRET, startDeliveries, type TestDeliveries } from '../testing/start-deliveries.js';
import { startWebhookServer, type WebhookServer } from '../testing/webhook-server.js';

/** Timeout of a call in this test, so long that hanging calls never end. The number of occupied slots is the same with 15 s. */
const CALL_TIMEOUT_MS = 60_000;

let all: TestDeliveries;
let hanging: WebhookServer;
let well: WebhookServer;
beforeEach(async () => {
  [all, hanging, well] = await Promise.all([startDeliveries(), startWebhookServer(), startWebhookServer()]);
  hanging.answer = () => {};
  all.targets.set('well', { webhook: { url: well.url, secret: SECRET }, crm: null });
});
afterEach(async () => {
  await all.stop();
  await Promise.all([hanging.close(), well.close()]);
});

describe('an endpoint that does not respond (docs/contract.md C15: at most two in flight per endpoint)', () => {
  it('gets two concurrent calls over all processes, and twenty such endpoints delay another one by less than 2 s (p95) (docs/reliability.md R4.4)', async () => {
    const companies = Array.from({ length: 20 }, (_, index) => `hanging-${index}`);
    for (const company of companies) {
      all.targets.set(company, { webhook: { url: `${hanging.url}/${company}`, secret: SECRET }, crm: null });
      for (let turn = 0; turn < 5; turn += 1) await all.submit({ companyId: company });
    }
    // Enough slots for 24 endpoints that do not respond.
    const options = { timeoutMs: CALL_TIMEOUT_MS, concurrency: 24, stopTimeoutMs: 0 };
    await Promise.all([all.start(options), all.start(options)]);
    await expect.poll(() => hanging.received.length).toBe(40);

    const submittedAt = new Map<string, number>();
    for (let turn = 0; turn < 60; turn += 1) {
      submittedAt.set(await all.submit({ companyId: 'well' }), performance.now());
    }
    await expect.poll(() => well.received.length, { timeout: 30_000 }).toBe(60);
    const delays = well.received
      .map(({ headers, atMs }) => atMs - (submittedAt.get(String(headers['webhook-id'])) as number))
      .sort((a, b) => a - b);
    expect(delays[56]).toBeLessThan(scaleTimeout(2_000));

    // Still two calls each, and no further ones.
    expect(hanging.received).toHaveLength(40);
    for (const company of companies) {
      expect(hanging.received.filter(({ path }) => path === `/hook/${company}`)).toHaveLength(2);
    }
  });
});
