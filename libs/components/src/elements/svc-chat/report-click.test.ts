import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Runtime } from '../../loader/runtime.js';
import { reportClick } from './report-click.js';

describe('a product of an answer that is opened (docs/components.md B17.14)', () => {
  let requests: [url: string, init: RequestInit][];
  const page = (consent: Runtime['consent']) =>
    ({ consent, settings: { trackingBaseUrl: 'https://svc.example' } }) as unknown as Runtime;

  beforeEach(() => {
    requests = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests.push([url, init]);
      throw new TypeError('blocked');
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is reported as one CLICK that outlives the page, each time with an id of its own', () => {
    for (let count = 0; count < 2; count += 1) reportClick(page('granted'), 'A1', 'V1');
    const [url, init] = requests[0] ?? ['', {}];
    expect([requests.length, url, init.method, init.keepalive, init.credentials]).toEqual([
      ...[2, 'https://svc.example/api/v1/events', 'POST', true, 'omit'],
    ]);
    const bodies = requests.map(([, { body }]) => JSON.parse(body as string));
    const event = {
      id: expect.stringMatching(/^[\w-]{1,64}$/),
      type: 'CLICK',
      variantId: 'V1',
      occurredAt: expect.any(String),
    };
    expect(bodies).toEqual([
      { analysisId: 'A1', events: [event] },
      { analysisId: 'A1', events: [event] },
    ]);
    expect(bodies[0].events[0].id).not.toBe(bodies[1].events[0].id);
  });

  it('is not reported without consent, or without an analysis (docs/components.md B13.1)', () => {
    reportClick(page('denied'), 'A1', 'V1');
    reportClick(page('granted'), null, 'V1');
    expect(requests).toEqual([]);
  });
});
