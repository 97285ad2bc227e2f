import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, Runtime } from '../loader/runtime.js';
import { define } from './report-visit.js';

/** A page without elements, and what it sends. */
function openPage(given: { domainAllowed?: boolean; consent?: Runtime['consent']; companyId?: string } = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const listeners: ((change: Change) => void)[] = [];
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    querySelector: () => null,
    querySelectorAll: () => [],
  });
  const window = new EventTarget();
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return new Response(null, { status: 202 });
  });
  const runtime = {
    settings: { trackingBaseUrl: 'https://svc.example', companyId: given.companyId },
    current: { domainAllowed: given.domainAllowed ?? true, funnels: [], visitor: {} },
    consent: given.consent ?? 'granted',
    onChange: (listener: (change: Change) => void) => listeners.push(listener),
  } as unknown as { -readonly [Key in keyof Runtime]: Runtime[Key] };
  define(runtime);
  const finish = () =>
    document.dispatchEvent(Object.assign(new Event('svc-analysis-finished'), { detail: { funnel: 'beauty' } }));
  return {
    requests,
    runtime,
    document,
    window,
    finish,
    change: () => listeners.forEach((each) => void each('settings')),
  };
}

describe('the report of a visit of a shop page (docs/components.md B13.8)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('needs no preflight, has no credentials, and outlives the page', () => {
    const { requests, window, finish } = openPage({ companyId: 'a1B2c3D4e5F6g7H8i9J0k1L2m' });
    finish();
    window.dispatchEvent(new Event('pagehide'));
    const [{ url, init } = { url: '', init: {} }] = requests;
    expect([url, init.method, init.credentials, init.keepalive]).toEqual([
      ...['https://svc.example/api/v1/visits', 'POST', 'omit', true],
    ]);
    expect(init.headers).toEqual({ 'Content-Type': 'text/plain;charset=UTF-8' });
    expect(JSON.parse(init.body as string)).toEqual({
      ...{ kind: 'SHOP', visitId: expect.stringMatching(/^[\d-]{16,64}$/), company: 'a1B2c3D4e5F6g7H8i9J0k1L2m' },
      events: [{ n: 0, type: 'ANALYSIS_FINISHED', funnel: 'beauty', atMs: expect.any(Number) }],
    });
  });

  it('has one id for a page load, and another one for the next', () => {
    const ids = [1, 2].map(() => {
      const { requests, runtime, window, finish } = openPage();
      finish();
      window.dispatchEvent(new Event('pagehide'));
      runtime.count?.('CHAT_MESSAGE');
      vi.advanceTimersByTime(2_000);
      return new Set(requests.map(({ init }) => JSON.parse(init.body as string).visitId));
    });
    expect(ids.map((each) => each.size)).toEqual([1, 1]);
    expect(ids[0]).not.toEqual(ids[1]);
  });

  it('is sent when the page is hidden, not when it is shown again', () => {
    const { requests, document, finish } = openPage();
    finish();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(requests).toEqual([]);
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(requests).toHaveLength(1);
  });

  it('is not sent without consent; from consent on, what happens then is (docs/components.md B13.1)', () => {
    const { requests, runtime, change, finish } = openPage({ consent: 'denied' });
    finish();
    runtime.consent = 'granted';
    change();
    runtime.count?.('CHAT_MESSAGE');
    vi.advanceTimersByTime(2_000);
    expect(requests.map(({ init }) => JSON.parse(init.body as string).events.length)).toEqual([1]);
    runtime.count?.('CHAT_OPENED');
    runtime.consent = 'denied';
    change();
    vi.advanceTimersByTime(60_000);
    expect(requests).toHaveLength(1);
  });

  it('does not exist on a page that is none of the company', () => {
    const { requests, runtime, finish } = openPage({ domainAllowed: false });
    finish();
    vi.advanceTimersByTime(60_000);
    expect([requests, runtime.count]).toEqual([[], undefined]);
  });
});
