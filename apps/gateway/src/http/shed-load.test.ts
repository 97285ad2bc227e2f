import { Agent, IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@svc/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { MAX_LIMIT } from '../admission/adaptive-limit.js';
import { Admission } from '../admission/admission.js';
import type { RequestClass } from '../admission/request-class.js';
import { WARM_MS } from '../match/match-cache-policy.js';
import { ANALYSIS_ID, MATCHES, matchingFakes, pageFakes } from '../testing/fixtures.js';
import { repeatWhileSlow } from '../testing/repeat-while-slow.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../testing/start-gateway.js';
import { waitFor } from '../testing/wait-for.js';
import { shedLoad } from './shed-load.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const FUNNEL_HOST = 'beauty.svc.test';
const MESSAGE = 'Too many requests are in progress. The request must be repeated after the seconds in Retry-After.';
const json = { 'content-type': 'application/json' };

/** A gateway that admits what the test says, and how many requests are in work. */
async function start() {
  const refused = new Set<RequestClass | 'all'>();
  const state = { inWork: 0, entered: 0 };
  const counted: Record<string, string>[] = [];
  gateway = await startGateway({
    handlers: { ...matchingFakes(), ...pageFakes({ domains: ['shop.example'] }) },
    admission: {
      admits: (name) => !refused.has(name) && !refused.has('all'),
      enter: () => {
        state.inWork += 1;
        state.entered += 1;
        return () => {
          state.inWork -= 1;
        };
      },
    },
    metrics: { count: (_name, labels = {}) => void counted.push(labels), set() {} },
  });
  return { ...gateway, refused, state, counted };
}

/** The first so many times, management is not admitted. */
function shedManagement(times: number) {
  const handled: IncomingMessage[] = [];
  const admission = { admits: () => times-- <= 0, enter: () => () => {} };
  const handle = shedLoad(
    { admission, metrics: { count() {}, set() {} }, log: createLogger({ name: 'test', level: 'silent' }) },
    async (req) => void handled.push(req),
  );
  const send = () => {
    const req = new IncomingMessage(new Socket());
    Object.assign(req, { method: 'GET', url: '/api/admin/v1/companies', complete: true });
    const res = new ServerResponse(req);
    handle(req, res);
    return res;
  };
  return { send, handled };
}

// docs/reliability.md R7.15
describe('a management request that finds no room', () => {
  it('waits while a pause of the system is short, and is then handled', async () => {
    const { send, handled } = shedManagement(2);
    const res = send();
    expect(handled).toHaveLength(0);
    await waitFor(() => handled.length === 1);
    expect(res.headersSent).toBe(false);
  });

  it('is refused when there is none for longer', async () => {
    const { send, handled } = shedManagement(Number.POSITIVE_INFINITY);
    const res = send();
    expect(res.headersSent).toBe(false);
    await waitFor(() => res.headersSent);
    expect([res.statusCode, handled.length]).toEqual([503, 0]);
  });

  it('is refused immediately when 128 others wait', () => {
    const { send } = shedManagement(Number.POSITIVE_INFINITY);
    const answers = Array.from({ length: 140 }, send);
    expect(answers.map(({ headersSent }) => headersSent)).toEqual(answers.map((_, n) => n >= 128));
  });
});

describe('a request that is refused because of the load', () => {
  it.each([
    ['GET', MATCHES, 'MATCHER_FAILURE'],
    ['GET', '/api/v1/funnels/f1', 'UNAVAILABLE'],
    ['POST', '/api/v1/analyses', 'UNAVAILABLE'],
    ['POST', '/api/v1/events', 'UNAVAILABLE'],
    ['POST', '/api/v1/visits', 'UNAVAILABLE'],
    ['POST', '/api/chat/v1/threads', 'UNAVAILABLE'],
    ['GET', '/api/v1/questionnaire?unit=k3J9-x2Lw0Pq7_ZtRb5Y', 'UNAVAILABLE'],
  ])(
    '%s %s gets the common error body, and CORS headers, before any service is called',
    async (method, path, error) => {
      const { ask, refused, services } = await start();
      const headers = { ...json, 'x-request-id': 'mine' };
      refused.add('all');
      const answer = await ask(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) });
      expect(answer.status).toBe(503);
      expect(answer.json).toEqual({ error, message: MESSAGE, requestId: 'mine' });
      expect(answer.headers).toMatchObject({
        'retry-after': '1',
        'cache-control': 'no-store',
        'x-request-id': 'mine',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('Retry-After'),
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers.vary).toBeUndefined();
      expect(services.calls).toEqual({});
    },
  );

  it('a management request has no CORS headers', async () => {
    const { ask, refused } = await start();
    refused.add('management');
    const answer = await ask('/api/admin/v1/companies', { headers: { authorization: `Bearer ${PLATFORM_TOKEN}` } });
    expect([answer.status, answer.json.error]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('a page is refused as a page', async () => {
    const { ask, refused, services } = await start();
    refused.add('page');
    const answer = await ask('/', { host: FUNNEL_HOST, headers: { accept: 'text/html' } });
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
    expect(answer.headers['content-type']).toContain('text/html');
    expect(services.calls).toEqual({});
  });

  it('a result is refused without a call', async () => {
    const { ask, refused, services } = await start();
    refused.add('result');
    const answer = await ask(`/api/results/${ANALYSIS_ID}`, { host: FUNNEL_HOST });
    expect([answer.status, answer.json.error]).toEqual([503, 'UNAVAILABLE']);
    expect(services.calls).toEqual({});
  });

  it('a submission may be read by the company’s pages where their domains are known, without a call', async () => {
    const { ask, refused, services } = await start();
    const submit = () =>
      ask('/api/analyses', {
        method: 'POST',
        host: FUNNEL_HOST,
        headers: { ...json, origin: 'https://shop.example' },
        body: '{}',
      });
    refused.add('submission');
    expect((await submit()).headers['access-control-allow-origin']).toBeUndefined();
    expect(services.calls).toEqual({});
    await ask('/api/analyses', { method: 'OPTIONS', host: FUNNEL_HOST });
    const answer = await submit();
    expect([answer.status, answer.json.error]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example');
    expect(services.calls.getFunnelPage).toHaveLength(1);
  });

  it('a large body is not read', async () => {
    const { raw, refused } = await start();
    refused.add('create');
    const head = `POST /api/v1/analyses HTTP/1.1\r\nHost: svc.test\r\nContent-Length: 4000000\r\n\r\n`;
    const answer = await raw(`${head}{`);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('the connection is kept after a small body', async () => {
    const { raw, refused } = await start();
    refused.add('create');
    const create = 'POST /api/v1/analyses HTTP/1.1\r\nHost: svc.test\r\nContent-Length: 2\r\n\r\n{}';
    const answers = await raw(`${create}${create}GET /healthz HTTP/1.1\r\nHost: svc.test\r\nConnection: close\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 503', 'HTTP/1.1 200']);
  });

  it('a client that waits for `100 Continue` gets the refusal instead', async () => {
    const { raw, refused } = await start();
    refused.add('create');
    const answer = await raw(
      'POST /api/v1/analyses HTTP/1.1\r\nHost: svc.test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('is counted by class', async () => {
    const { ask, refused, counted } = await start();
    await ask(MATCHES);
    refused.add('match');
    await ask('/api/v1/analyses/other/matches');
    await ask('/healthz');
    expect(counted).toEqual([
      { class: 'match', outcome: 'ADMITTED' },
      { class: 'match', outcome: 'REFUSED' },
    ]);
  });
});

describe('under every load', () => {
  it('probes, HEAD, OPTIONS, files, and matches from memory are answered', () =>
    repeatWhileSlow(WARM_MS, {
      stop: () => gateway.stop(),
      async act() {
        const { ask, refused } = await start();
        await ask(MATCHES);
        refused.add('all');
        const answers = await Promise.all([
          ask(MATCHES),
          ask(MATCHES, { method: 'HEAD' }),
          ask(MATCHES, { method: 'OPTIONS' }),
          ask('/healthz'),
          ask('/readyz'),
          ask('/robots.txt'),
          ask('/openapi.json'),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 204, 200, 200, 200, 200]);
      },
    }));
});

describe('a place in work', () => {
  it('is taken when the body has arrived, not while a slow client sends it, and free after the answer', async () => {
    const { port, state } = await start();
    const slow = request({
      port,
      host: '127.0.0.1',
      path: '/api/v1/events',
      method: 'POST',
      headers: { ...json, host: 'svc.test', 'content-length': '2' },
    });
    const answered = new Promise((resolve) => slow.on('response', (response) => resolve(response.resume())));
    slow.write('{');
    await delay(100);
    expect(state.entered).toBe(0);
    slow.end('}');
    await answered;
    await waitFor(() => state.inWork === 0);
    expect(state.entered).toBe(1);
  });

  it('is free again after every kind of end', async () => {
    const { ask, state, services, port } = await start();
    await ask(MATCHES);
    await ask('/api/v1/analyses/unknown/matches');
    await ask('/api/v1/funnels/f1');
    services.handlers.matcher.matchVariants = async () => {
      throw new Error('a bug');
    };
    await ask(`${MATCHES}?variantId=V1`);
    services.handlers.matcher.matchVariants = () => new Promise(() => undefined);
    const abandoned = request({
      port,
      host: '127.0.0.1',
      path: `${MATCHES}?variantId=V2`,
      headers: { host: 'svc.test' },
    });
    abandoned.on('error', () => undefined);
    abandoned.end();
    await waitFor(() => state.inWork === 1);
    abandoned.destroy();
    await waitFor(() => state.inWork === 0);
    expect(state.entered).toBe(5);
  });
});

describe('a service of limited capacity under three times its load', () => {
  it('is always busy and never flooded; every request gets a match or an early refusal; then all is as before', async () => {
    /** Matches of the service in a tenth of a second, which the test's clock counts: a slow machine changes nothing. */
    const CAPACITY = 10;
    const STEPS = 40;
    const waiting: (() => void)[] = [];
    const seen = { arrived: 0, refused: 0, mostWaiting: 0 };
    let now = 0;
    let isOverloaded = true;
    const limits = new Admission(() => now);
    const handlers = matchingFakes();
    handlers.matcher.matchVariants = async () => {
      seen.arrived += 1;
      if (isOverloaded) await new Promise<void>((resolve) => waiting.push(resolve));
      return { body: Buffer.from('{"matchedVariants":["V1"]}'), state: 'state-1' };
    };
    gateway = await startGateway({
      handlers,
      admission: {
        admits: (name) => {
          const isAdmitted = limits.admits(name);
          if (!isAdmitted) seen.refused += 1;
          return isAdmitted;
        },
        enter: (name, isOrdinary) => limits.enter(name, isOrdinary),
      },
    });
    const { port } = gateway;
    const agent = new Agent({ keepAlive: true });
    const answers: ReturnType<typeof match>[] = [];
    let settled = 0;
    let matched = 0;
    const workOff = async () => {
      const done = waiting.splice(0, CAPACITY);
      for (const end of done) end();
      matched += done.length;
      await waitFor(() => settled >= matched + seen.refused);
      return done.length;
    };
    for (let step = 0; step < STEPS; step += 1) {
      for (let n = 0; n < 3 * CAPACITY; n += 1) {
        const answer = match(port, agent, answers.length);
        void answer.then(() => (settled += 1));
        answers.push(answer);
      }
      await waitFor(() => seen.arrived + seen.refused === answers.length);
      seen.mostWaiting = Math.max(seen.mostWaiting, waiting.length);
      now += 100;
      expect(await workOff()).toBe(CAPACITY);
    }
    expect(seen.mostWaiting).toBeLessThan(MAX_LIMIT);
    while (waiting.length > 0) await workOff();
    const all = await Promise.all(answers);
    // A machine that stalls answers some of the admitted ones late, with 503 as well.
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(matched / 2);
    const failures = all.filter(({ status }) => status !== 200);
    for (const { status, text } of failures) {
      expect([status, JSON.parse(text)]).toMatchObject([503, { error: 'MATCHER_FAILURE' }]);
    }
    expect(seen.refused).toBeGreaterThan(STEPS * CAPACITY);
    expect(failures.filter(({ text }) => text.includes(MESSAGE))).toHaveLength(seen.refused);
    now += 5_000;
    isOverloaded = false;
    const burst = await Promise.all(Array.from({ length: 100 }, (_, n) => match(port, agent, 10_000 + n)));
    expect(burst.filter(({ status }) => status !== 200)).toEqual([]);
    agent.destroy();
  });
});

function match(port: number, agent: Agent, n: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      agent,
      headers: { host: 'svc.test' },
      path: `${MATCHES}?variantId=V${n}`,
    };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode as number, text }));
    });
    sent.on('error', reject).end();
  });
}
