import { ServiceError } from '@svc/kit';
import { DeliveryTarget } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAILED_FOR_TOO_LONG_MS } from '../sending/retry-schedule.js';
import { SECRET, startDeliveries, type TestDeliveries } from '../testing/start-deliveries.js';
import { isGenuine, startWebhookServer, status, type WebhookServer } from '../testing/webhook-server.js';

let all: TestDeliveries;
let endpoint: WebhookServer;
beforeEach(async () => {
  [all, endpoint] = await Promise.all([startDeliveries(), startWebhookServer()]);
  all.targets.set('company-1', { webhook: { url: endpoint.url, secret: SECRET }, crm: null });
});
afterEach(async () => {
  await all.stop();
  await endpoint.close();
});

const loadState = async (id: string) => (await all.row(id)).state;
const loadAttempts = (id: string) => all.db('delivery_attempts').where({ delivery_id: id }).orderBy('number');
const idle = async () => (await all.db('jobs').whereNotNull('lease_until').count())[0]?.count === '0';

describe('a delivery (docs/contract.md C15; docs/reliability.md R4)', () => {
  it('is sent once in the Standard Webhooks format, and the log contains request and response (docs/contract.md C15.4)', async () => {
    endpoint.answer = (response) => response.writeHead(201).end('thanks\0');
    await all.start();
    const id = await all.submit({ analysisId: 'analysis-a' });
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
    expect(endpoint.received).toHaveLength(1);
    const [got] = endpoint.received;
    expect(isGenuine(SECRET, got!)).toBe(true);
    expect(got!.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    expect(JSON.parse(got!.body)).toMatchObject({ analysis_id: 'analysis-a' });
    expect(await all.row(id)).toMatchObject({
      body: got!.body,
      attempts: 1,
      last_status: 201,
      last_error: null,
      next_attempt_at: null,
      sending_until: null,
      finished_at: expect.any(Date),
    });
    const [attempt] = await loadAttempts(id);
    expect(attempt).toMatchObject({
      number: 1,
      url: endpoint.url,
      status: 201,
      error: null,
      response_body: 'thanks\uFFFD',
    });
    expect(Object.keys(attempt.request_headers).sort()).toEqual([
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-timestamp',
    ]);
    await expect.poll(() => all.db('jobs')).toEqual([]);
  });

  it('only a 2xx status is a success: ten attempts with the same id and bytes, each with a new signature, then it is dead (docs/contract.md C15.5, C15.6)', async () => {
    endpoint.answer = status(500);
    await all.start({ scale: 0.000_01 });
    const id = await all.submit();
    await expect.poll(() => loadState(id)).toBe('DEAD');
    expect(endpoint.received).toHaveLength(10);
    expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    for (const got of endpoint.received) expect(isGenuine(SECRET, got)).toBe(true);
    expect(all.build.calls).toBe(1);
    expect((await loadAttempts(id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await all.row(id)).toMatchObject({ last_status: 500, last_error: 'The endpoint responded with 500.' });
    await expect.poll(() => all.db('jobs')).toEqual([]);
  });

  it('a redirect is a failure and is not followed (docs/contract.md C15.5)', async () => {
    const elsewhere = await startWebhookServer();
    endpoint.answer = status(307, { location: elsewhere.url });
    await all.start({ scale: 1 });
    const id = await all.submit();
    await expect.poll(async () => (await all.row(id)).last_error).toMatch(/307; redirects are not followed/);
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.close();
  });

  it('the first retry follows after 5 s, as the log shows; Retry-After only makes the pause longer', async () => {
    endpoint.answer = status(500);
    await all.start({ scale: 1 });
    const before = Date.now();
    const id = await all.submit();
    await expect.poll(async () => (await all.row(id)).tries).toBe(1);
    const soon = (await all.row(id)).next_attempt_at as Date;
    expect(soon.getTime() - before).toBeGreaterThanOrEqual(4_500);
    expect(soon.getTime() - Date.now()).toBeLessThanOrEqual(5_500);
    endpoint.answer = status(503, { 'retry-after': '3600' });
    const asked = await all.submit();
    await expect.poll(async () => (await all.row(asked)).tries).toBe(1);
    const late = (await all.row(asked)).next_attempt_at as Date;
    expect(late.getTime() - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('an endpoint that responds 429 receives no delivery until its pause is over', async () => {
    endpoint.answer = status(429, { 'retry-after': '600' });
    await all.start({ scale: 1 });
    const first = await all.submit();
    await expect.poll(async () => (await all.row(first)).tries).toBe(1);
    const second = await all.submit();
    await expect
      .poll(async () => ((await all.row(second)).next_attempt_at as Date).getTime() - Date.now())
      .toBeGreaterThan(500_000);
    expect(endpoint.received).toHaveLength(1);
    expect(await all.row(second)).toMatchObject({ attempts: 0, tries: 0 });
  });

  it('an endpoint that responds 410 is disabled; its held deliveries are sent when it is enabled (docs/contract.md C15.5)', async () => {
    endpoint.answer = status(410);
    const { client } = await all.start();
    const ids = [await all.submit(), await all.submit(), await all.submit()];
    await expect.poll(async () => (await all.db('deliveries').whereNull('next_attempt_at')).length).toBe(3);
    await expect.poll(idle).toBe(true);
    for (const id of ids) expect(await loadState(id)).toBe('PENDING');
    const reached = endpoint.received.length;
    expect(reached).toBeLessThanOrEqual(2); // Two attempts may have been running.
    endpoint.answer = status(200);
    await client.enableEndpoint({ companyId: 'company-1', target: DeliveryTarget.DELIVERY_TARGET_WEBHOOK });
    await expect.poll(async () => Promise.all(ids.map(loadState))).toEqual(Array(3).fill('DELIVERED'));
  });

  it('an endpoint that fails for 120 h is disabled, and a new secret or address enables it (docs/contract.md C15.6)', async () => {
    endpoint.answer = status(500);
    await all.start({ scale: 0.000_01 });
    const first = await all.submit();
    await expect.poll(() => loadState(first)).toBe('DEAD');
    await all.db('delivery_endpoints').update({ failing_since: new Date(Date.now() - FAILED_FOR_TOO_LONG_MS) });
    const held = [await all.submit(), await all.submit(), await all.submit()];
    await expect
      .poll(async () => (await all.db('delivery_endpoints').first())?.disabled_reason)
      .toBe('FAILED_FOR_TOO_LONG');
    await expect
      .poll(async () => (await all.db('deliveries').where({ state: 'PENDING' }).whereNull('next_attempt_at')).length)
      .toBe(3);
    endpoint.answer = status(200);
    all.targets.set('company-1', { webhook: { url: `${endpoint.url}/2`, secret: SECRET }, crm: null });
    await expect.poll(async () => Promise.all(held.map(loadState))).toEqual(Array(3).fill('DELIVERED'));
    expect(await all.db('delivery_endpoints')).toEqual([]);
  });

  it('a company whose targets cannot be read does not keep endpoints of others disabled', async () => {
    endpoint.answer = status(410);
    const process = await all.start({ followEveryMs: 60_000 });
    all.targets.set('company-0', { webhook: { url: `${endpoint.url}/0`, secret: SECRET }, crm: null });
    const held = await Promise.all(['company-0', 'company-1'].map((companyId) => all.submit({ companyId })));
    await expect.poll(async () => (await all.db('deliveries').whereNull('next_attempt_at')).length).toBe(2);
    await process.stop();
    endpoint.answer = status(200);
    all.targets.set('company-0', new ServiceError('NOT_FOUND', 'No company with this id.'));
    all.targets.set('company-1', { webhook: { url: `${endpoint.url}/1`, secret: SECRET }, crm: null });
    await all.start();
    await expect.poll(() => loadState(held[1]!)).toBe('DELIVERED');
    expect(await loadState(held[0]!)).toBe('PENDING');
  });

  it('when the address changes while the old one is being disabled, held deliveries go to the new one', async () => {
    const answers: Record<string, (code: number) => void> = {};
    // The first call of each address waits for the test to choose its response.
    endpoint.answer = (response, { path }) => {
      if (answers[path]) response.writeHead(204).end();
      else answers[path] = (code) => response.writeHead(code).end();
    };
    await all.start({ followEveryMs: 60_000 });
    const old = await all.submit();
    await expect.poll(() => answers['/hook']).toBeDefined();
    all.targets.set('company-1', { webhook: { url: `${endpoint.url}/2`, secret: SECRET }, crm: null });
    const fresh = await all.submit();
    await expect.poll(() => answers['/hook/2']).toBeDefined();
    answers['/hook']?.(410);
    await expect.poll(async () => (await all.row(old)).next_attempt_at).toBeNull();
    answers['/hook/2']?.(500);
    await expect.poll(() => loadState(fresh)).toBe('DELIVERED');
    await all.start({ followEveryMs: 100 });
    await expect.poll(() => loadState(old)).toBe('DELIVERED');
  });

  it('a failure at an address that was replaced meanwhile leaves the state of the new address as it is (docs/contract.md C15.5)', async () => {
    let failOld = () => {};
    endpoint.answer = (response, { path }) => {
      if (path === '/hook') failOld = () => response.writeHead(500).end();
      else response.writeHead(410).end();
    };
    await all.start({ followEveryMs: 60_000 });
    const old = await all.submit();
    await expect.poll(() => endpoint.received.length).toBe(1);
    all.targets.set('company-1', { webhook: { url: `${endpoint.url}/2`, secret: SECRET }, crm: null });
    const fresh = await all.submit();
    await expect.poll(async () => (await all.row(fresh)).next_attempt_at).toBeNull();
    const disabled = await all.db('delivery_endpoints');
    expect(disabled).toMatchObject([{ disabled_reason: 'GONE' }]);
    failOld();
    // Its next attempt is held: the new address is disabled.
    await expect.poll(async () => (await all.row(old)).next_attempt_at).toBeNull();
    expect(await all.row(old)).toMatchObject({ state: 'PENDING', attempts: 1, tries: 1 });
    expect(await all.db('delivery_endpoints')).toEqual(disabled);
  });

  it('a failure before the last success does not count for the 120 h (docs/contract.md C15.6)', async () => {
    endpoint.answer = status(500);
    await all.start({ scale: 1 });
    const failed = await all.submit();
    await expect.poll(async () => (await all.row(failed)).tries).toBe(1);
    endpoint.answer = status(200);
    const delivered = await all.submit();
    await expect.poll(() => loadState(delivered)).toBe('DELIVERED');
    expect(await all.db('delivery_endpoints').first()).toMatchObject({ failing_since: null });
  });

  it('a failing matcher does not count as an attempt: the delivery is retried until it can be built (docs/contract.md C14.6)', async () => {
    const failing = new Error('MATCHER_FAILURE');
    const body = all.build.body;
    all.build.body = async () => Promise.reject(failing);
    await all.start();
    const id = await all.submit();
    await expect.poll(() => all.build.calls).toBeGreaterThan(2);
    expect(await all.row(id)).toMatchObject({
      state: 'PENDING',
      attempts: 0,
      tries: 0,
      last_error: 'The products are currently unavailable. The delivery is retried until they are available.',
      next_attempt_at: expect.any(Date),
    });
    expect(endpoint.connections()).toBe(0);
    // The pauses grow, because the job stores the number of failures.
    await expect.poll(async () => (await all.db('jobs').first())?.payload.failures).toBeGreaterThan(2);
    all.build.body = body;
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
  });

  it('the body in the response of the submission is sent byte for byte (docs/contract.md C15.1)', async () => {
    await all.start();
    const body = '{"b":1,"a":"\\u0000 ü  "}';
    const id = await all.submit({ body });
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
    expect(endpoint.received[0]?.body).toBe(body);
    expect(all.build.calls).toBe(0);
  });

  it('a delivery is dead, with the reason, when the company removed the target', async () => {
    all.targets.set('company-1', { webhook: null, crm: null });
    await all.start();
    const id = await all.submit();
    await expect.poll(() => loadState(id)).toBe('DEAD');
    expect((await all.row(id)).last_error).toBe('The webhook was removed from the company’s blueprint.');
  });

  it('no data of an analysis is kept or sent again when it is erased during an attempt', async () => {
    let release = () => {};
    endpoint.answer = (response) => {
      release = () => response.writeHead(500).end('echo of the body');
    };
    await all.start();
    const id = await all.submit();
    await expect.poll(() => endpoint.received.length).toBe(1);
    expect((await all.row(id)).sending_until).toBeInstanceOf(Date);
    await all.db('deliveries').where({ id }).update({ state: 'DEAD', analysis_id: null, body: null });
    release();
    await expect.poll(() => all.db('jobs')).toEqual([]);
    expect(await loadAttempts(id)).toEqual([]);
    expect(endpoint.received).toHaveLength(1);
    // The waiting erasure continues immediately.
    expect(await all.row(id)).toMatchObject({ state: 'DEAD', sending_until: null, last_error: null });
  });

  it('four processes deliver 200 submissions exactly once while none of them crashes', async () => {
    for (let process = 0; process < 4; process += 1) await all.start();
    const ids = await Promise.all(Array.from({ length: 200 }, () => all.submit()));
    await expect
      .poll(async () => (await all.db('deliveries').where({ state: 'DELIVERED' })).length, { timeout: 60_000 })
      .toBe(200);
    const got = endpoint.received.map(({ headers }) => String(headers['webhook-id']));
    expect(got.sort()).toEqual(ids.sort());
  });

  it('another process repeats the attempt of a killed process when its lease ends (docs/contract.md C15.4)', async () => {
    const id = await all.submit();
    await all.db('deliveries').update({ attempts: 1, sending_until: new Date(Date.now() + 60_000) });
    await all.db('jobs').update({
      attempt: 1,
      lease_token: '00000000-0000-4000-8000-000000000000',
      lease_until: new Date(Date.now() + 300),
    });
    await all.start();
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
    expect(endpoint.received).toHaveLength(1);
    expect(await all.row(id)).toMatchObject({ attempts: 2, sending_until: null });
  });

  it('a stopped process releases the attempts that it aborts, and the next process delivers them', async () => {
    endpoint.answer = () => {};
    const process = await all.start({ stopTimeoutMs: 100 });
    const id = await all.submit();
    await expect.poll(() => endpoint.received.length).toBe(1);
    const stopping = process.stop();
    endpoint.answer = status(200);
    await stopping;
    expect(await all.row(id)).toMatchObject({ state: 'PENDING', sending_until: null });
    await all.start();
    await expect.poll(() => loadState(id)).toBe('DELIVERED');
  });
});
