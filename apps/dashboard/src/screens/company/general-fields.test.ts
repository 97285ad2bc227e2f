import { describe, expect, it } from 'vitest';
import type { CompanySettings } from '../../api/settings.js';
import { GENERAL } from './general-fields.js';

const { toFields, toPatch } = GENERAL;

const current: CompanySettings = {
  companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md',
  name: 'Glow',
  language: 'en',
  currency: 'EUR',
  domains: [],
  settings: { defaultFunnel: 'beauty', privacyUrl: null, zIndex: { popup: 900 } },
  webhook: null,
  crm: null,
};

describe('a change of general settings (docs/dashboard.md Y8)', () => {
  it('names only what differs', () => {
    expect(toPatch(toFields(current), current)).toEqual({});
    expect(toPatch({ ...toFields(current), name: ' Glow Cosmetics ' }, current)).toEqual({ name: 'Glow Cosmetics' });
  });

  it('keeps settings that the form does not show, and clears those that are emptied', () => {
    const wanted = { ...toFields(current), defaultFunnel: '', privacyUrl: 'https://glow.example/privacy' };
    expect(toPatch(wanted, current)).toEqual({
      settings: { defaultFunnel: null, privacyUrl: 'https://glow.example/privacy', zIndex: { popup: 900 } },
    });
  });
});
