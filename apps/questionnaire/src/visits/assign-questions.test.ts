import { describe, expect, it } from 'vitest';
import { buildPage } from '../testing/page.testing.js';
import { fetchAssigned, isUnassigned } from './assign-questions.js';

/** A network that answers with these statuses, one after the other. */
function network(...statuses: number[]) {
  const asked: string[] = [];
  const slept: number[] = [];
  return {
    ...{ asked, slept },
    deps: {
      async fetch(input: string | URL | Request) {
        asked.push(String(input));
        const status = statuses.shift() ?? 200;
        if (status === 0) throw new TypeError('offline');
        return new Response('{"steps":[]}', { status });
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
    const { slept, deps } = network(0, 503, 200);
    await fetchAssigned('', 'unit-1', deps);
    expect(slept).toEqual([300, 1_000]);
    const failing = network(503, 503, 503, 503, 200);
    await expect(fetchAssigned('', 'unit-1', failing.deps)).rejects.toThrow('could not be loaded');
    expect(failing.asked).toHaveLength(4);
  });

  it('are needed only where nothing is assigned yet', () => {
    expect(isUnassigned(buildPage([]))).toBe(false);
    expect(isUnassigned(buildPage([], { experiment: { id: 'test-1', arm: 'B' } }))).toBe(false);
    expect(isUnassigned(buildPage([], { experiment: { id: 'test-1', arm: null } }))).toBe(true);
  });
});
