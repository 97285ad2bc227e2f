import { connect } from 'node:net';
import { ServiceError, sha256 } from '@svc/kit';
import type { RecordEventsRequest } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { ANALYSIS_ID, matchingFakes, matchingInput } from '../../testing/fixtures.js';
import { type Ask, startGateway, type TestGateway } from '../../testing/start-gateway.js';
import { waitFor } from '../../testing/wait-for.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const PATH = '/api/v1/events';
const click = { id: 'e1', type: 'click', variantId: 'V1' };
const batch = { analysisId: ANALYSIS_ID, events: [click] };

const start = async (
  options: { answer?: () => { accepted: number; duplicates: number }; env?: Record<string, string> } = {},
) => {
  const { answer = () => ({ accepted: 1, duplicates: 0 }), env = {} } = options;
  gateway = await startGateway({
    handlers: { ...matchingFakes(), events: { recordEvents: async () => answer() } },
    env,
    logLevel: 'debug',
  });
  return gateway;
};

const post = (body: unknown, { headers = {}, ...options }: Ask = {}) =>
  gateway.ask(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    ...options,
  });

/** Sends the batch on a connection of its own, which the page may close before the answer. */
function sendBatch(port: number) {
  const body = JSON.stringify(batch);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: svc.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

const sent = () => (gateway.services.calls.recordEvents ?? []) as RecordEventsRequest[];

describe('POST /api/v1/events', () => {
  it('needs no key, passes the batch on with the hash of the analysis id, and answers 202', async () => {
    await start({ answer: () => ({ accepted: 1, duplicates: 1 }) });
    const impression = { id: 'e2', type: 'IMPRESSION', variantId: 'V2', position: 3 };
    const occurredAt = new Date(Date.now() - 60_000).toISOString();
    const answer = await post({ ...batch, events: [click, { ...impression, occurredAt }] });
    expect([answer.status, answer.json]).toEqual([202, { accepted: 1, duplicates: 1 }]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(sent()).toEqual([
      {
        analysisIdHash: sha256(ANALYSIS_ID),
        input: matchingInput(),
        events: [
          { id: 'e1', type: 'INTERACTION_TYPE_CLICK', variantId: 'V1' },
          {
            id: 'e2',
            type: 'INTERACTION_TYPE_IMPRESSION',
            variantId: 'V2',
            position: 3,
            occurTime: new Date(occurredAt),
          },
        ],
      },
    ]);
  });

  it('is there on the dashboard host and on the hosts of funnels, whose pages report what was seen', async () => {
    await start();
    expect((await post(batch, { host: 'dashboard.svc.test' })).status).toBe(202);
    for (const host of ['beauty.svc.test', 'quiz.glow.example']) {
      expect((await post(batch, { host })).status).toBe(202);
    }
  });

  it('of a crawler are answered, and not stored; of programs and headless browsers they are. docs/events.md, docs/insight.md N2.7', async () => {
    await start();
    const { status, json } = await post(batch, { headers: { 'user-agent': 'Googlebot/2.1' } });
    expect([status, json, sent()]).toEqual([202, { accepted: 0, duplicates: 0 }, []]);
    for (const agent of ['curl/8.5.0', 'node', 'Mozilla/5.0 (X11) HeadlessChrome/140.0.0.0']) {
      expect((await post(batch, { headers: { 'user-agent': agent } })).json.accepted).toBe(1);
    }
    expect(sent()).toHaveLength(3);
  });

  it('one invalid event refuses the batch with pointers, without calling a service', async () => {
    const { services } = await start();
    const { status, json, headers } = await post({ ...batch, events: [click, { ...click, type: 'VIEW' }] });
    expect([status, json.error, headers['cache-control']]).toEqual([400, 'INVALID_REQUEST', 'no-store']);
    expect(json.message).toBe('The batch was not stored; details list what to change.');
    expect(json.details).toEqual([{ path: '/events/1/type', message: expect.any(String) }]);
    expect(services.calls).toEqual({});
  });

  it.each([
    ['an empty body', ''],
    ['an array', '[]'],
    ['text that is not JSON', '{'],
    ['33 levels', `{"events":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['a NUL character', JSON.stringify({ ...batch, events: [{ ...click, variantId: '\0' }] })],
  ])('%s is INVALID_JSON', async (_name, body) => {
    await start();
    const { status, json } = await post(body);
    expect([status, json.error]).toEqual([400, 'INVALID_JSON']);
  });

  it('takes 64 KiB and no byte more', async () => {
    await start();
    const text = JSON.stringify(batch);
    const padded = (length: number) => text + ' '.repeat(length - text.length);
    expect((await post(padded(65_536))).status).toBe(202);
    const { status, json } = await post(padded(65_537));
    expect([status, json.error]).toEqual([413, 'REQUEST_TOO_LARGE']);
  });

  it.each(['text/plain', 'text/plain;charset=UTF-8'])(
    '%s with JSON is stored: pages need no preflight for it. docs/components.md B13.4; docs/contract.md C3.1',
    async (type) => {
      await start();
      const { status, headers } = await post(batch, { headers: { 'content-type': type } });
      expect([status, headers['access-control-allow-origin']]).toEqual([202, '*']);
      expect(sent()).toHaveLength(1);
      const text = await post('not JSON', { headers: { 'content-type': type } });
      expect([text.status, text.json.error]).toEqual([400, 'INVALID_JSON']);
    },
  );

  it.each<Record<string, string>>([
    { 'content-type': 'text/html' },
    { 'content-type': 'text/plain;charset=latin1' },
    { 'content-encoding': 'gzip' },
  ])('another type or encoding is 415: %j', async (headers) => {
    await start();
    const { status, json } = await post(batch, { headers });
    expect([status, json.error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('malformed, unknown and erased ids, and archived funnels give the same 404 as matches', async () => {
    const { services, ask } = await start({
      answer: () => {
        throw new ServiceError('NOT_FOUND', 'Something else.');
      },
    });
    const matches = await ask('/api/v1/analyses/unknown/matches');
    for (const analysisId of ['unknown', '../../..', 'x'.repeat(65), ANALYSIS_ID]) {
      const { status, json } = await post({ ...batch, analysisId });
      expect([status, json.error, json.message]).toEqual([404, 'NOT_FOUND', matches.json.message]);
    }
    expect(services.calls.getMatchingInput).toHaveLength(5);
    expect(services.calls.recordEvents).toHaveLength(1);
  });

  it('RATE_LIMITED of the analysis says for how long', async () => {
    await start({
      answer: () => {
        throw new ServiceError('RATE_LIMITED', 'Full.', { retryAfterS: 86_400 });
      },
    });
    const { status, headers } = await post(batch);
    expect([status, headers['retry-after']]).toEqual([429, '86400']);
  });

  it('a source has the budget of the public routes, and one for unknown ids. docs/reliability.md R7.10, R3.4', async () => {
    await start({ env: { RATE_LIMITS: 'on' } });
    for (let count = 0; count < 60; count += 1) await post({ ...batch, analysisId: 'unknown' });
    const { status, json, headers } = await post(batch);
    expect([status, json.error]).toEqual([429, 'RATE_LIMITED']);
    expect(headers).toHaveProperty('retry-after');
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['UNAVAILABLE', 'TIMEOUT'] as const)(
    '%s of the matcher is passed on, so that the batch is sent again',
    async (code) => {
      await start({
        answer: () => {
          throw new ServiceError(code, 'Later.');
        },
      });
      expect((await post(batch)).json.error).toBe(code);
    },
  );

  it('a batch is stored although the page that sent it went away', async () => {
    let stored = () => {};
    const storing = new Promise<void>((resolve) => (stored = resolve));
    const { services, port } = await start();
    services.handlers.events.recordEvents = async (_request, call) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (!call.signal.aborted) stored();
      return { accepted: 1, duplicates: 0 };
    };
    const socket = sendBatch(port);
    while (sent().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    await storing;
  });

  it('a batch is stored although the page went away and the gateway stops. docs/reliability.md R7.16', async () => {
    const { services, port, stop } = await start();
    let find = () => {};
    const found = new Promise<void>((resolve) => (find = resolve));
    services.handlers.analysis.getMatchingInput = async () => {
      await found;
      return { input: matchingInput(), createTime: new Date() };
    };
    const socket = sendBatch(port);
    await waitFor(() => services.calls.getMatchingInput?.length === 1);
    socket.destroy();
    const stopped = stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    find();
    await stopped;
    expect(sent()).toHaveLength(1);
  });

  it('neither ids nor bodies get into the log', async () => {
    const { logs } = await start();
    await post({ ...batch, events: [{ ...click, variantId: 'marker-variant', id: 'marker-event' }] });
    const text = JSON.stringify(logs);
    expect(text).toContain('/api/v1/events');
    for (const secret of [ANALYSIS_ID, 'marker-variant', 'marker-event']) expect(text).not.toContain(secret);
  });

  it('OPTIONS answers a preflight; it names the origin of the request, since beacons require credentials. docs/contract.md C3.6, C3.7', async () => {
    const { ask, services } = await start();
    const plain = await ask(PATH, { method: 'OPTIONS' });
    expect([plain.status, plain.text]).toEqual([204, '']);
    expect(plain.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'Content-Type, X-Request-Id',
    });
    const beacon = await ask(PATH, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } });
    expect(beacon.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-credentials': 'true',
    });
    for (const origin of ['https://a.example, *', 'https://a.example;x', 'https://a.example/', '*', 'é']) {
      const { status, headers } = await ask(PATH, { method: 'OPTIONS', headers: { origin } });
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    expect(services.calls).toEqual({});
  });

  it.each(['GET', 'PUT', 'DELETE', 'HEAD'])('%s is 405', async (method) => {
    const { ask } = await start();
    const { status, headers } = await ask(PATH, { method });
    expect([status, headers.allow]).toEqual([405, 'OPTIONS, POST']);
  });
});
