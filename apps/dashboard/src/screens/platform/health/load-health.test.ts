import { describe, expect, it } from 'vitest';
import { loadHealth } from './load-health.js';

const response = (status: number) => new Response(null, { status });

describe('the state of the system (docs/dashboard.md Y19.4)', () => {
  it('names each service that is down, although the probe fails then', async () => {
    const error = { status: 'not ready', services: { funnel: true, matcher: false } };
    expect(await loadHealth(async () => ({ error, response: response(503) }))).toEqual([
      { name: 'funnel', isUp: true },
      { name: 'matcher', isUp: false },
    ]);
  });

  it('is an error, not "everything is fine", where the probe itself does not answer', async () => {
    await expect(loadHealth(async () => ({ error: {}, response: response(502) }))).rejects.toMatchObject({
      status: 502,
    });
    await expect(loadHealth(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toMatchObject({
      code: 'OFFLINE',
    });
  });
});
