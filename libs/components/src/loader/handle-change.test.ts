import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../settings.js';
import { handleChange, type PageControl } from './handle-change.js';
import type { PageRuntime } from './runtime.js';

const BASE = 'https://svc.example';

describe('handleChange', () => {
  let calls: string[] = [];
  let page: { SVC_AI: Record<string, unknown> };
  let control: PageControl;

  beforeEach(() => {
    calls = [];
    page = { SVC_AI: { COMPANY_ID: 'K1' } };
    const read = () => readSettings(page, BASE, () => {});
    let settings = read();
    const runtime = {
      get settings() {
        return settings;
      },
      current: { funnels: [{ address: 'https://beauty.svc.example' }] },
      config: async () => calls.push('config'),
      load: async () => ({}),
      apply: () => calls.push('apply'),
      notify: (change: string) => calls.push(`notify ${change}`),
      warn: (code: string, text: string) => calls.push(`warn ${code}: ${text}`),
    } as unknown as PageRuntime;
    control = {
      runtime,
      path: '/a',
      readSettings: () => {
        settings = read();
      },
      reset: () => calls.push('reset'),
    };
    vi.stubGlobal('location', { pathname: '/a' });
  });

  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['another company', { COMPANY_ID: 'K2' }, true],
    ['another platform', { COMPANY_ID: 'K1', PLATFORM_BASE_URL: 'https://test.example' }, true],
    ['drafts', { COMPANY_ID: 'K1', INCLUDE_DRAFT_FUNNEL: true }, true],
    ['another product', { COMPANY_ID: 'K1', PRODUCT_ID: '7' }, false],
    ['consent', { COMPANY_ID: 'K1', CONSENT: 'denied' }, false],
  ])(
    'after svc-settings-changed, %s: new configuration only where it depends on that (docs/components.md B11.12, S57)',
    async (_, given, isReset) => {
      page.SVC_AI = given;
      await handleChange(new Event('svc-settings-changed'), control);
      expect(calls).toEqual([...(isReset ? ['reset'] : []), 'config', 'apply', 'notify settings']);
    },
  );

  it('acts on changes of the path, not of the query (docs/contract.md C21.3; docs/components.md B11.13, S58)', async () => {
    await handleChange(new Event('svcOnRouteChange'), control);
    expect(calls).toEqual([]);
    vi.stubGlobal('location', { pathname: '/b' });
    await handleChange(new Event('svcOnRouteChange'), control);
    await handleChange(new Event('svcOnRouteChange'), control);
    expect(calls).toEqual(['apply', 'notify route']);
  });

  it.each([
    [
      'connect-src',
      `${BASE}/api/components/v1/config`,
      ['warn csp: Allow https://svc.example/api/components/v1/config in connect-src.'],
    ],
    ['frame-src', 'https://beauty.svc.example', ['warn frame-refused: Allow https://beauty.svc.example in frame-src.']],
    ['img-src', 'https://other.example/a.png', []],
  ])(
    'reports a violation of the page’s policy by its own addresses only: %s %s (docs/components.md B15)',
    async (effectiveDirective, blockedURI, expected) => {
      const event = Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective });
      await handleChange(event, control);
      expect(calls).toEqual(expected);
    },
  );

  it('creates what is missing again after a framework replaced the body', async () => {
    await handleChange(new Event('turbo:render'), control);
    expect(calls).toEqual(['apply']);
  });
});
