import { createOutbound, type Outbound, systemClock } from '@svc/kit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRET } from '../testing/start-deliveries.js';
import { isGenuine, type Received, startWebhookServer, status, type WebhookServer } from '../testing/webhook-server.js';
import { createWebhookSender } from './send-webhook.js';

let endpoint: WebhookServer;
let outbound: Outbound;
beforeEach(async () => {
  endpoint = await startWebhookServer();
  outbound = createOutbound({ allowPrivateNetwork: true });
});
afterEach(async () => {
  await outbound.close();
  await endpoint.close();
});

const never = new AbortController().signal;
const send = (
  body = '{"a":1}',
  url = endpoint.url,
  options: { secret?: string; formerSecret?: string; timeoutMs?: number } = {},
) =>
  createWebhookSender(
    { outbound, clock: systemClock, timeoutMs: options.timeoutMs },
    { url, secret: options.secret ?? SECRET, formerSecret: options.formerSecret },
  ).send({ id: 'msg_1', body }, never);
const got = (): Received => endpoint.received.at(-1) as Received;

describe('webhookSender (Standard Webhooks; docs/reliability.md R4.2)', () => {
  it('an independent verifier accepts every message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const { kind, requestHeaders } = await send(body);
        expect(kind).toBe('DELIVERED');
        expect(got().body).toBe(body);
        expect(isGenuine(SECRET, got())).toBe(true);
        expect(requestHeaders).not.toHaveProperty('webhook-signature');
      }),
      { numRuns: 50 },
    );
  });

  it('an additional byte, a timestamp 301 s old, another id and another secret are rejected', async () => {
    await send();
    const sent = got();
    const now = Number(sent.headers['webhook-timestamp']);
    expect(isGenuine(SECRET, sent, now)).toBe(true);
    expect(isGenuine(SECRET, { ...sent, body: `${sent.body} ` }, now)).toBe(false);
    expect(isGenuine(SECRET, sent, now + 301)).toBe(false);
    expect(isGenuine(SECRET, { ...sent, headers: { ...sent.headers, 'webhook-id': 'msg_2' } }, now)).toBe(false);
    const older = { ...sent.headers, 'webhook-timestamp': String(now - 1) };
    expect(isGenuine(SECRET, { ...sent, headers: older }, now)).toBe(false);
    expect(isGenuine(`whsec_${Buffer.alloc(32).toString('base64')}`, sent, now)).toBe(false);
  });

  it('receivers with the secret and with the former one accept a message while both sign (docs/webhooks.md "Changing the secret")', async () => {
    const formerSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await send('{}', endpoint.url, { formerSecret });
    expect([isGenuine(SECRET, got()), isGenuine(formerSecret, got())]).toEqual([true, true]);
    await send('{}', endpoint.url);
    expect([isGenuine(SECRET, got()), isGenuine(formerSecret, got())]).toEqual([true, false]);
  });

  it('only a 2xx status is a success; 410 is GONE (docs/contract.md C15.5)', async () => {
    for (const code of [
      200, 201, 202, 204, 299, 300, 301, 304, 308, 400, 401, 404, 408, 409, 410, 429, 500, 503, 599,
    ]) {
      endpoint.answer = status(code, code === 301 ? { location: '/elsewhere' } : {});
      const outcome = await send();
      const expected = code < 300 ? 'DELIVERED' : code === 410 ? 'GONE' : 'FAILED';
      expect([code, outcome.kind, outcome.status]).toEqual([code, expected, code]);
      expect(outcome.error === null).toBe(code < 300);
      expect(outcome.throttled).toBe(code === 429);
    }
    expect(endpoint.received.every(({ path }) => path === '/hook')).toBe(true);
  });

  it('a timeout, a refused connection and an interrupted response are failures with a clear reason', async () => {
    endpoint.answer = () => {};
    expect(await send('{}', endpoint.url, { timeoutMs: 200 })).toMatchObject({
      kind: 'FAILED',
      status: null,
      error: 'The endpoint did not respond within 0.2 s.',
    });
    endpoint.answer = (response) => response.destroy();
    expect((await send()).error).toMatch(/it broke the connection off/);
    const { url } = endpoint;
    await endpoint.close();
    expect((await send('{}', url)).error).toMatch(/it refused the connection/);
  });

  it('the status decides even if the response does not end: 64 KiB are read, 4 KiB stored', async () => {
    endpoint.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(16_384)), 1);
      response.on('close', () => clearInterval(timer));
    };
    const outcome = await send();
    expect(outcome).toMatchObject({ kind: 'DELIVERED', responseBody: 'x'.repeat(4_096) });
    endpoint.answer = (response) => {
      response.writeHead(200);
      response.write('not all');
    };
    expect(await send('{}', endpoint.url, { timeoutMs: 2_000 })).toMatchObject({
      kind: 'DELIVERED',
      responseBody: 'not all',
    });
  });

  it('credentials in the address are sent but never shown', async () => {
    const url = endpoint.url.replace('http://', 'http://user:pass@');
    const outcome = await send('{}', url);
    expect(got().headers.authorization).toBe(`Basic ${Buffer.from('user:pass').toString('base64')}`);
    expect(JSON.stringify(outcome)).not.toMatch(/pass|authorization/);
    expect(outcome.url).toBe(endpoint.url);
  });

  it('nothing is sent with an invalid secret', async () => {
    for (const secret of ['whsec_', 'whsec_!!!']) {
      expect((await send('{}', endpoint.url, { secret })).error).toMatch(/nothing was sent/);
    }
    expect(endpoint.connections()).toBe(0);
  });
});
