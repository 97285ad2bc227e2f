import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { managePage } from './manage-page.js';
import type { PageRuntime } from './runtime.js';

type Consent = 'IMPLIED' | 'REQUIRED' | 'OFF';

describe('managePage', () => {
  let warnings: string[] = [];
  let body: string[] = [];

  beforeEach(() => {
    warnings = [];
    body = [];
    vi.stubGlobal('location', { host: 'shop.example', pathname: '/' });
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('customElements', { get: () => undefined });
    vi.stubGlobal(
      'MutationObserver',
      class {
        observe() {}
      },
    );
    vi.stubGlobal('document', {
      querySelector: () => null,
      querySelectorAll: () => [],
      createElement: (tag: string) => ({ tag, setAttribute() {} }),
      body: { append: ({ tag }: { tag: string }) => body.push(tag) },
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  function start(given: { consent?: 'granted' | 'denied'; mode?: Consent; domainAllowed?: boolean } = {}) {
    const runtime = {
      settings: { consent: given.consent },
      current: {
        domainAllowed: given.domainAllowed ?? true,
        components: { popup: true, widget: false, floatingActionButton: true, chat: true },
        tracking: { consent: given.mode ?? 'IMPLIED', attributionDays: 7 },
        productPaths: [],
      },
      consent: 'denied',
      warn: (code: string, text: string) => warnings.push(`${code}: ${text}`),
    } as unknown as PageRuntime;
    managePage(runtime);
    return runtime;
  }

  it('creates what the company switched on, once there is a configuration (docs/components.md B5.1)', () => {
    const runtime = start();
    expect(body).toEqual([]);
    runtime.apply();
    expect(body).toEqual(['svc-analysis-popup', 'svc-floating-action-button']);
    expect(warnings).toEqual([]);
  });

  it('a page that the company does not list gets nothing but a warning (docs/components.md B3.5)', () => {
    start({ domainAllowed: false }).apply();
    expect([body, warnings]).toEqual([[], ["domain: Add shop.example to the company's domains."]]);
  });

  it('reports each tag that another script has defined (docs/components.md B1.10)', () => {
    vi.stubGlobal('customElements', { get: (tag: string) => (tag === 'svc-widget' ? class {} : undefined) });
    const runtime = start();
    runtime.define('svc-widget', class {} as CustomElementConstructor);
    expect(new Set(warnings)).toEqual(new Set(['taken: Another script defined svc-widget.']));
  });

  const gpc = { globalPrivacyControl: true };
  it.each<[Consent, 'granted' | 'denied' | undefined, object, 'granted' | 'denied']>([
    ['IMPLIED', undefined, {}, 'granted'],
    ['IMPLIED', 'denied', {}, 'denied'],
    ['IMPLIED', undefined, gpc, 'denied'],
    ['IMPLIED', 'granted', gpc, 'granted'],
    ['IMPLIED', undefined, { doNotTrack: '1' }, 'denied'],
    ['IMPLIED', 'granted', { doNotTrack: '1' }, 'granted'],
    ['IMPLIED', undefined, { doNotTrack: '0' }, 'granted'],
    ['IMPLIED', undefined, { doNotTrack: null }, 'granted'],
    ['REQUIRED', undefined, {}, 'denied'],
    ['REQUIRED', 'granted', {}, 'granted'],
    ['OFF', undefined, {}, 'denied'],
    ['OFF', 'granted', {}, 'denied'],
  ])(
    'with %s, CONSENT %s and the signals of the browser %j, consent is %s (docs/components.md B13.1, B13.2)',
    (mode, consent, browser, expected) => {
      vi.stubGlobal('navigator', browser);
      const runtime = start({ mode, ...(consent && { consent }) });
      expect(runtime.consent).toBe('denied');
      runtime.apply();
      expect(runtime.consent).toBe(expected);
    },
  );

  it('notifies listeners until they stop', () => {
    const runtime = start();
    const heard: string[] = [];
    const stop = runtime.onChange((change) => {
      heard.push(change);
      stop();
    });
    runtime.onChange((change) => heard.push(`other ${change}`));
    runtime.notify('route');
    runtime.notify('data');
    expect(heard).toEqual(['route', 'other route', 'other data']);
  });
});
