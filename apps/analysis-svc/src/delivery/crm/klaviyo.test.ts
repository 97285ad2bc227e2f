import type { CrmAccount } from '@svc/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookPayload, WebhookProduct } from '../payload/build-webhook-payload.js';
import { type KlaviyoStandIn, startKlaviyo, throttled } from '../testing/klaviyo-stand-in.js';
import { SECRET, startDeliveries, type TestDeliveries } from '../testing/start-deliveries.js';
import { startWebhookServer, status } from '../testing/webhook-server.js';

let all: TestDeliveries;
let klaviyo: KlaviyoStandIn;
let account: CrmAccount;
beforeEach(async () => {
  [all, klaviyo] = await Promise.all([startDeliveries(), startKlaviyo()]);
  account = { kind: 'klaviyo', apiKey: klaviyo.apiKey, baseUrl: `${klaviyo.url}/` };
  all.targets.set('company-1', { webhook: null, crm: account });
});
afterEach(async () => {
  await all.stop();
  await klaviyo.close();
});

const product = (index: number): WebhookProduct => ({
  variant_id: `V${index}`,
  product_id: 'P1',
  title: 'Velvet',
  variant_title: 'Ivory',
  image: null,
  short_description: null,
  color: null,
  link: 'https://shop.example/p',
});
const payload = (given: Record<string, unknown> = {}): WebhookPayload => ({
  action: 'Analysis Completed',
  funnel_name: 'beauty',
  funnel_value: 'beauty-eu',
  analysis_id: 'a1',
  analysis_url: 'http://beauty.localhost/r/a1',
  analysis_result: 'LIGHT_SPRING',
  created_at: '2026-11-21T10:00:00.000Z',
  first_name: 'Ada',
  last_name: null,
  email: 'Ada@shop.example',
  hair_color: 'BROWN',
  eye_color: null,
  source: 'newsletter',
  concern: 'dryness',
  products_all: Array.from({ length: 30 }, (_, index) => product(index)),
  beauty_all: ['V0'],
  tabs: [{ key: 'FACE', name: 'Face', products: [product(0)] }],
  ...given,
});
const submit = (given: Record<string, unknown> = {}) =>
  all.submit({ target: 'crm', body: JSON.stringify(payload(given)) });
const loadState = async (id: string) => (await all.row(id)).state;

describe('deliveries to a CRM that follows Klaviyo’s interface', () => {
  it('a profile is created or updated, then an event is sent without personal data in its properties', async () => {
    await all.start();
    const id = await submit();
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
    expect(klaviyo.calls).toEqual(['POST /api/profile-import 201', 'POST /api/events 202']);
    expect(klaviyo.profiles.get('ada@shop.example')).toEqual({
      email: 'Ada@shop.example',
      first_name: 'Ada',
      properties: {
        funnel_name: 'beauty',
        analysis_url: 'http://beauty.localhost/r/a1',
        analysis_result: 'LIGHT_SPRING',
        hair_color: 'BROWN',
        concern: 'dryness',
      },
    });
    const [event] = klaviyo.events;
    expect(event).toMatchObject({ metric: 'Analysis Completed', uniqueId: id, time: '2026-11-21T10:00:00.000Z' });
    expect(Object.keys(event!.properties).sort()).toEqual([
      'analysis_id',
      'analysis_result',
      'analysis_url',
      'concern',
      'funnel_name',
      'funnel_value',
      'hair_color',
      'products',
      'source',
      'tabs',
    ]);
    expect(event!.properties.products).toHaveLength(12);
    const again = await submit({ first_name: null, hair_color: 'BLACK' });
    await expect.poll(() => loadState(again)).toBe('DELIVERED');
    expect(klaviyo.calls[2]).toBe('POST /api/profile-import 200');
    expect(klaviyo.profiles.get('ada@shop.example')).toMatchObject({
      first_name: 'Ada',
      properties: { hair_color: 'BLACK' },
    });
  });

  it('an event whose response was lost is sent again and counts once', async () => {
    await all.start({ scale: 0.000_01 });
    klaviyo.faults.push({ path: '/api/events', answer: (response) => response.destroy() });
    const id = await submit();
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
    await all.start();
    expect(klaviyo.events).toHaveLength(1);
    await all.db('deliveries').where({ id }).update({ state: 'PENDING', next_attempt_at: new Date() });
    await all.db('jobs').insert({ task: 'deliver', payload: { deliveryId: id }, run_at: new Date() });
    await expect.poll(() => klaviyo.calls.filter((call) => call.endsWith('/api/events 202')).length).toBe(2);
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
    expect(klaviyo.events).toHaveLength(1);
  });

  it('after a 429 nothing is sent to the account until the requested pause is over', async () => {
    await all.start({ scale: 1 });
    klaviyo.faults.push({ path: '/api/profile-import', answer: throttled(1_800) });
    const id = await submit();
    await expect.poll(async () => (await all.row(id)).tries).toBe(1);
    const row = await all.row(id);
    expect(row).toMatchObject({ last_status: 429, last_error: 'Klaviyo responded with 429 throttled at /data/.' });
    expect((row.next_attempt_at as Date).getTime() - Date.now()).toBeGreaterThan(1_700_000);
    const second = await submit();
    await expect
      .poll(async () => ((await all.row(second)).next_attempt_at as Date).getTime() - Date.now())
      .toBeGreaterThan(1_700_000);
    expect(klaviyo.calls).toHaveLength(1);
  });

  it('an event that Klaviyo rejects as invalid is dead immediately, without the address in the reason, and does not disable the account', async () => {
    await all.start();
    const id = await submit({ email: 'not-an-address' });
    await expect.poll(() => loadState(id)).toBe('DEAD');
    expect(await all.row(id)).toMatchObject({
      attempts: 1,
      last_status: 400,
      last_error: 'Klaviyo responded with 400 invalid at /data/attributes/email.',
    });
    expect(await all.db('delivery_endpoints')).toEqual([]);
  });

  it('a rejected API key is retried, so that a new key delivers; the key is in no log of attempts', async () => {
    await all.start({ scale: 0.001 });
    all.targets.set('company-1', { webhook: null, crm: { ...account, apiKey: 'pk_wrong' } });
    const id = await submit();
    await expect.poll(async () => (await all.row(id)).last_status).toBe(401);
    expect(JSON.stringify(await all.db('delivery_attempts'))).not.toContain('pk_');
    all.targets.set('company-1', { webhook: null, crm: { ...account, metric: 'Finished the quiz' } });
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
    expect(klaviyo.events[0]?.metric).toBe('Finished the quiz');
  });

  it('an analysis without an e-mail address is not sent', async () => {
    await all.start();
    const id = await submit({ email: null });
    await expect.poll(() => loadState(id)).toBe('DEAD');
    expect(await all.row(id)).toMatchObject({ last_error: 'The analysis has no e-mail address; nothing was sent.' });
    expect(klaviyo.calls).toEqual([]);
  });

  it('a CRM outage does not delay webhooks', async () => {
    const endpoint = await startWebhookServer();
    all.targets.set('company-1', { webhook: { url: endpoint.url, secret: SECRET }, crm: account });
    endpoint.answer = status(200);
    for (let turn = 0; turn < 4; turn += 1) {
      klaviyo.faults.push({ path: '/api/profile-import', answer: () => {} });
      await submit();
    }
    await all.start({ stopTimeoutMs: 0 });
    await expect.poll(async () => (await all.db('jobs').whereNotNull('lease_until')).length).toBe(2);
    const id = await all.submit();
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
    await endpoint.close();
  });
});
