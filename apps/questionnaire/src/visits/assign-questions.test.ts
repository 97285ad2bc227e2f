import { describe, expect, it } from 'vitest';
import { buildPage } from '../testing/page.testing.js';
import { fetchAssigned, isUnassigned } from './assign-questions.js';

/** A network that answers with these statuses, one after the other, and asks to wait so long. */
function network(statuses: number[] = [], retryAfterS?: number) {
  const asked: string[] = [];
  const slept: number[] = [];
  return {
    ...{ asked, slept },
    deps: {
      async fetch(input: string | URL | Request) {
        asked.push(String(input));
        const status = statuses.shift() ?? 200;
        if (status === 0) throw new TypeError('offline');
        const answer = new Response('{"steps":[]}', { status });
        if (retryAfterS !== undefined && status >= 400) answer.headers.set('Retry-After', `${retryAfterS}`);
        return answer;
      },
      async sleep(ms: number) {
        slept.push(ms);
      },
    },
  };
}

describe('questions of a visit while a test runs (docs/insight.md N13.9)', () => {
  it('are requested with the id of the visit and the language of the address', async () => {
    const { asked, deps } = network();
    expect(await fetchAssigned('?locale=de&source=x', 'unit-1', deps)).toBe('{"steps":[]}');
    await fetchAssigned('', 'unit-1', deps);
    expect(asked).toEqual(['/api/v1/questionnaire?unit=unit-1&locale=de', '/api/v1/questionnaire?unit=unit-1']);
  });

  it('are requested again after failures, three times', async () => {
    const { slept, deps } = network([0, 503, 200]);
    await fetchAssigned('', 'unit-1', deps);
    expect(slept).toEqual([300, 1_000]);
    const failing = network([503, 503, 503, 503, 200]);
    await expect(fetchAssigned('', 'unit-1', failing.deps)).rejects.toThrow('could not be loaded');
    expect(failing.asked).toHaveLength(4);
  });

  it('are not requested before the time that the service asks for, and not at all when that is over 30 s (docs/questionnaire.md "When the service asks to wait")', async () => {
    const { slept, deps } = network([429, 503, 200], 7);
    await fetchAssigned('', 'unit-1', deps);
    expect(slept).toEqual([7_000, 7_000]);
    const long = network([429], 31);
    await expect(fetchAssigned('', 'unit-1', long.deps)).rejects.toThrow('could not be loaded');
    expect(long.asked).toHaveLength(1);
  });

  it('are needed only where nothing is assigned yet', () => {
    expect(isUnassigned(buildPage([]))).toBe(false);
    expect(isUnassigned(buildPage([], { experiment: { id: 'test-1', arm: 'B' } }))).toBe(false);
    expect(isUnassigned(buildPage([], { experiment: { id: 'test-1', arm: null } }))).toBe(true);
  });
});
