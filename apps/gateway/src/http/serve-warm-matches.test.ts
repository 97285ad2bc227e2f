import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { WARM_MS } from '../match/match-cache-policy.js';
import { ANALYSIS_ID, MATCHES, matchingFakes, pageFakes } from '../testing/fixtures.js';
import { repeatWhileSlow } from '../testing/repeat-while-slow.js';
import { startGateway, type TestGateway } from '../testing/start-gateway.js';
import { waitFor } from '../testing/wait-for.js';

type Metrics = NonNullable<Parameters<typeof startGateway>[0]>['metrics'];

let gateway: TestGateway;
const stop = async () => gateway?.stop();
afterEach(stop);

/** What must happen while a match is kept. */
const whileKept = (act: () => Promise<void>) => repeatWhileSlow(WARM_MS, { act, stop });

/** A gateway whose matcher numbers its answers, so that a repeated one is recognized. */
async function start(env: Record<string, string> = {}, metrics?: Metrics) {
  const handlers = matchingFakes();
  let count = 0;
  handlers.matcher.matchVariants = async () => {
    count++;
    return { body: Buffer.from(`{"matchedVariants":["V${count}"]}`), state: `state-${count}` };
  };
  gateway = await startGateway({ handlers, env, ...(metrics ? { metrics } : {}) });
  return gateway;
}

const first = '{"matchedVariants":["V1"]}';
const second = '{"matchedVariants":["V2"]}';

describe('a repeated match. docs/performance.md P1', () => {
  it('is answered from finished bytes: the same answer, a request id of its own', () =>
    whileKept(async () => {
      const { ask, services } = await start();
      const cold = await ask(MATCHES);
      const warm = await ask(MATCHES, { headers: { 'x-request-id': 'mine' } });
      expect(services.calls.matchVariants).toHaveLength(1);
      expect([warm.status, warm.text]).toEqual([200, first]);
      expect(warm.headers['x-request-id']).toBe('mine');
      const comparable = ({ 'x-request-id': _id, date: _date, ...headers }: typeof warm.headers) => headers;
      expect(comparable(warm.headers)).toEqual(comparable(cold.headers));
    }));

  it('is counted as answered from memory', () =>
    whileKept(async () => {
      const counted: unknown[] = [];
      const metrics = { count: (...args: unknown[]) => void counted.push(args), set() {} };
      gateway = await startGateway({ handlers: matchingFakes(), metrics });
      await gateway.ask(MATCHES);
      await gateway.ask(MATCHES);
      expect(counted).toEqual([
        ['svc_http_admissions_total', { class: 'match', outcome: 'ADMITTED' }],
        ['svc_http_admissions_total', { class: 'match', outcome: 'FROM_MEMORY' }],
      ]);
    }));

  it('is computed again after half a second, even without a message on the bus', async () => {
    const { ask } = await start();
    expect((await ask(MATCHES)).text).toBe(first);
    await delay(520);
    expect((await ask(MATCHES)).text).toBe(second);
  });

  it('is computed again immediately when its company changed, but not when another one did', () =>
    whileKept(async () => {
      const { ask, bus } = await start();
      await ask(MATCHES);
      bus.publish('company-changed', { companyId: 'company-2' });
      await delay(5);
      expect((await ask(MATCHES)).text).toBe(first);
      bus.publish('company-changed', { companyId: 'company-1' });
      await delay(5);
      expect((await ask(MATCHES)).text).toBe(second);
    }));

  it('is not answered from memory after the analysis is erased', async () => {
    const { ask, bus } = await start();
    await ask(MATCHES);
    gateway.services.handlers.analysis.getMatchingInput = async () => ({ input: undefined as never });
    bus.publish('analysis-erased', { analysisId: ANALYSIS_ID, companyId: 'company-1' });
    await delay(5);
    expect((await ask(MATCHES)).status).not.toBe(200);
  });

  it('is not kept when the company changed while it was computed. docs/reliability.md R8.3', () =>
    whileKept(async () => {
      const { ask, bus, services } = await start();
      let finish = () => {};
      const blocked = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const original = services.handlers.matcher.matchVariants as NonNullable<
        typeof services.handlers.matcher.matchVariants
      >;
      services.handlers.matcher.matchVariants = async (...args) => {
        const answer = await original(...args);
        await blocked;
        return answer;
      };
      const old = ask(MATCHES);
      await waitFor(() => services.calls.matchVariants?.length === 1);
      bus.publish('company-changed', { companyId: 'company-1' });
      await delay(5);
      const fresh = ask(MATCHES);
      await waitFor(() => services.calls.matchVariants?.length === 2);
      finish();
      expect((await old).text).toBe(first);
      expect((await fresh).text).toBe(second);
      expect((await ask(MATCHES)).text).toBe(second);
    }));

  it('is served on every host of the company, and is 404 on a host that no funnel has', () =>
    whileKept(async () => {
      const { ask, services } = await start();
      Object.assign(services.handlers.funnelPages, pageFakes().funnelPages);
      await ask(MATCHES);
      expect((await ask(MATCHES, { host: 'dashboard.svc.test' })).text).toBe(first);
      expect((await ask(MATCHES, { host: 'beauty.svc.test' })).status).toBe(200);
      expect((await ask(MATCHES, { host: 'evil.test' })).status).toBe(404);
      const raw = await gateway.raw(`GET ${MATCHES} HTTP/1.1\r\nHost: svc.test\r\nHost: svc.test\r\n\r\n`);
      expect(raw).toMatch(/^HTTP\/1\.1 400 /);
    }));

  it('counts against the rate limit of its source', async () => {
    const { ask } = await start({ RATE_LIMITS: 'on' });
    const statuses = await Promise.all(Array.from({ length: 110 }, async () => (await ask(MATCHES)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe('equal requests at the same time. docs/reliability.md R8.4', () => {
  // All of them must arrive before the deadline of a match, 2.5 s, since the first one ends then.
  it('share one computation: 200 cold requests run the matcher once', () =>
    repeatWhileSlow(2_000, {
      stop,
      async act() {
        let admitted = 0;
        const count = (name: string) => {
          if (name === 'svc_http_admissions_total') admitted += 1;
        };
        const { ask, services } = await start({}, { count, set() {} });
        const match = services.handlers.matcher.matchVariants as NonNullable<
          typeof services.handlers.matcher.matchVariants
        >;
        services.handlers.matcher.matchVariants = async (request, call) => {
          await waitFor(() => admitted === 200);
          await delay(50); // They join the computation.
          return match(request, call);
        };
        const answers = await Promise.all(Array.from({ length: 200 }, () => ask(MATCHES)));
        expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([first]));
        expect(services.calls.matchVariants).toHaveLength(1);
      },
    }));

  it('are cancelled when all callers have disconnected, and only then', async () => {
    const { services } = await start();
    let cancelled = false;
    services.handlers.matcher.matchVariants = (_request, call) =>
      new Promise((_resolve, reject) => {
        call.signal.addEventListener('abort', () => {
          cancelled = true;
          reject(new Error('cancelled'));
        });
      });
    const request = `GET ${MATCHES} HTTP/1.1\r\nHost: svc.test\r\n\r\n`;
    let isLeaving = false;
    const long = gateway.raw(request, { until: () => isLeaving });
    await waitFor(() => services.calls.matchVariants?.length === 1);
    await gateway.raw(request, { untilMs: 50 });
    await delay(50);
    expect(cancelled).toBe(false);
    isLeaving = true;
    await long;
    await waitFor(() => cancelled);
    expect(services.calls.matchVariants).toHaveLength(1);
  });
});
