import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.js';

const ORIGIN = 'https://platform.example';
const unset = {
  companyId: undefined,
  productId: undefined,
  includeDraftFunnel: false,
  noAutomaticComponentCreation: false,
  consent: undefined,
  platformBaseUrl: ORIGIN,
  trackingBaseUrl: ORIGIN,
};
const read = (SVC_AI: unknown, onInvalid: (name: string) => void = () => {}) =>
  readSettings({ SVC_AI }, ORIGIN, onInvalid);

describe('readSettings (docs/contract.md C19)', () => {
  it('gives the defaults of the specification when nothing is set (docs/components.md B2, S12; docs/contract.md C19.1)', () => {
    expect(read(undefined)).toEqual(unset);
  });

  it('reads every setting; an address has no slash at its end (docs/components.md B2.1, B2.2, B2.5, B2.6, S18; docs/contract.md C19.1)', () => {
    const SVC_AI = {
      COMPANY_ID: 'abcdefghijklmnopqrstuvwxy',
      PRODUCT_ID: 'P1',
      INCLUDE_DRAFT_FUNNEL: true,
      NO_AUTOMATIC_COMPONENT_CREATION: true,
      PLATFORM_BASE_URL: 'http://localhost:8080/',
      TRACKING_BASE_URL: 'http://localhost:8081/',
      CONSENT: 'denied',
    };
    expect(read(SVC_AI)).toEqual({
      companyId: 'abcdefghijklmnopqrstuvwxy',
      productId: 'P1',
      includeDraftFunnel: true,
      noAutomaticComponentCreation: true,
      platformBaseUrl: 'http://localhost:8080',
      trackingBaseUrl: 'http://localhost:8081',
      consent: 'denied',
    });
  });

  it('takes a product id that a template printed as a number', () => {
    expect(read({ PRODUCT_ID: 4711 }).productId).toBe('4711');
  });

  it('names each setting whose value counts as unset, and none that is absent, null or empty (docs/components.md B2.7)', () => {
    const invalid: string[] = [];
    const SVC_AI = {
      COMPANY_ID: {},
      PRODUCT_ID: null,
      INCLUDE_DRAFT_FUNNEL: 'true',
      NO_AUTOMATIC_COMPONENT_CREATION: false,
      PLATFORM_BASE_URL: '',
      TRACKING_BASE_URL: 'ftp://tracking.example',
      CONSENT: 'yes',
    };
    expect(read(SVC_AI, (name) => invalid.push(name))).toEqual(unset);
    expect(invalid).toEqual(['COMPANY_ID', 'INCLUDE_DRAFT_FUNNEL', 'TRACKING_BASE_URL', 'CONSENT']);
  });

  it.each([
    null,
    'text',
    7,
    [],
    { COMPANY_ID: '', PRODUCT_ID: {}, INCLUDE_DRAFT_FUNNEL: 'false', NO_AUTOMATIC_COMPONENT_CREATION: 1 },
    { PLATFORM_BASE_URL: 'javascript:alert(1)', TRACKING_BASE_URL: '/relative' },
  ])('takes %j as unset, since the page wrote it', (SVC_AI) => {
    expect(read(SVC_AI)).toEqual(unset);
  });

  it('a setting that cannot be read counts as unset (docs/components.md B2.7)', () => {
    const invalid: string[] = [];
    const SVC_AI = {
      COMPANY_ID: 'K1',
      get PRODUCT_ID(): string {
        throw new Error('sabotage');
      },
    };
    expect(read(SVC_AI, (name) => invalid.push(name))).toEqual({ ...unset, companyId: 'K1' });
    expect(invalid).toEqual(['PRODUCT_ID']);
  });
});
