import { hostileAddresses } from '@svc/kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRET, startDeliveries, type TestDeliveries } from '../testing/start-deliveries.js';
import { startWebhookServer, type WebhookServer } from '../testing/webhook-server.js';

let all: TestDeliveries;
let canary: WebhookServer;
beforeEach(async () => {
  [all, canary] = await Promise.all([startDeliveries(), startWebhookServer()]);
});
afterEach(async () => {
  await all.stop();
  await canary.close();
});

/** The last error of a delivery of each company. */
async function loadErrors(urls: readonly string[], options: Parameters<TestDeliveries['start']>[0]): Promise<string[]> {
  urls.forEach((url, index) => {
    all.targets.set(`company-${index}`, { webhook: { url, secret: SECRET }, crm: null });
  });
  const ids = await Promise.all(urls.map((_, index) => all.submit({ companyId: `company-${index}` })));
  // So that no retry follows while others are still tried.
  await all.start({ scale: 100, ...options });
  const tried = async () => (await all.db('deliveries').where('tries', 1)).length;
  await expect.poll(tried).toBe(urls.length);
  return Promise.all(ids.map(async (id) => String((await all.row(id)).last_error)));
}

describe('webhooks to addresses that are not on the public Internet (docs/reliability.md R4.5), with default settings', () => {
  it('24 hostile addresses fail with a clear reason and are never reached (docs/contract.md C15.7)', async () => {
    const hostile = hostileAddresses(Number(new URL(canary.url).port));
    expect(hostile).toHaveLength(24);
    const errors = await loadErrors(hostile, { allowPrivateNetwork: false });
    for (const error of errors) expect(error).toMatch(/public Internet|http and https|ports 80 and 443/);
    expect(canary.connections()).toBe(0);
  });

  it('a host name that resolves to a private address at connection time is never reached (docs/contract.md C15.7)', async () => {
    let asked = 0;
    const rebinding = async () => {
      asked += 1;
      return asked % 2 === 1 ? ['127.0.0.1', '8.8.8.8'] : ['::ffff:127.0.0.1'];
    };
    const url = 'http://rebind.example/';
    const errors = await loadErrors([url, url, url], { allowPrivateNetwork: false, resolve: rebinding });
    for (const error of errors) expect(error).toMatch(/public Internet/);
    expect(asked).toBe(3);
    expect(canary.connections()).toBe(0);
  });
});
