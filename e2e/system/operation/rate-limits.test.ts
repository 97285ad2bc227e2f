import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal, startContract } from '../../support/contract-api.js';
import { contractCompany } from '../../support/contract-company.js';
import { type Answer, repeatWhileUnavailable } from '../../support/http.js';

/** docs/contract.md C3.8. The gateway counts by itself, so this does not depend on how it calls the services. */
describe('with RATE_LIMITS=on (Error body)', () => {
  let api: ContractApi;

  beforeAll(async () => {
    api = await startContract({ RATE_LIMITS: 'on' });
  });
  afterAll(() => api?.system.stop());

  /** Repeats a request, ten at a time, until it is refused: in whichever window a busy machine reaches that. */
  async function exceed(call: () => Promise<Answer>): Promise<Answer[]> {
    const answers: Answer[] = [];
    const isOver = () => answers.length >= 1_000 || answers.some(({ status }) => status === 429);
    const client = async () => {
      while (!isOver()) answers.push(await repeatWhileUnavailable(call));
    };
    await Promise.all(Array.from({ length: 10 }, client));
    return answers;
  }

  it('too many requests are 429 RATE_LIMITED with Retry-After and the RateLimit headers, per key and per source (C3.8)', async () => {
    const { funnels } = await api.apply('contract', contractCompany());
    const key = await api.management.createKey('contract');
    const reads = await exceed(() => api.funnel(key, funnels.one.id));
    const misses = await exceed(() => api.matches('nope'));
    for (const [answers, usual] of [
      [reads, 200],
      [misses, 404],
    ] as const) {
      const limited = answers.filter(({ status }) => status !== usual);
      expect(limited.length).toBeGreaterThan(0);
      expect(answers.length - limited.length).toBeGreaterThan(0);
      for (const answer of limited) {
        expect(refusal(answer)).toEqual([429, 'RATE_LIMITED']);
        const wait = Number(answer.headers['retry-after']);
        const reset = Number(/;t=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]);
        expect(wait).toBeGreaterThanOrEqual(1);
        expect(wait).toBeGreaterThanOrEqual(reset);
        expect(answer.headers['ratelimit-policy']).toMatch(/^"\w+";q=\d+;w=\d+$/);
      }
    }
    for (const { headers } of misses) expect(headers['access-control-allow-origin']).toBe('*');
    const otherKey = await api.management.createKey('contract');
    const other = await api.funnel(otherKey, funnels.one.id);
    expect([other.status, other.headers.ratelimit]).toEqual([200, expect.stringMatching(/;r=\d+;t=\d+$/)]);
  });
});
