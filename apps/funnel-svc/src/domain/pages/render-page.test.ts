import { DEFAULT_PAGE_THEME, isLocale, type Step } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { option, step } from '../../testing/blueprints.testing.js';
import { chooseLocale, pageLocales } from './page-locales.js';
import { renderPage } from './render-page.js';

const facts = {
  funnel: { id: 'f1', subdomain: 'beauty', name: 'Quiz' },
  company: { name: 'Glow', privacyUrl: null, language: 'en' },
  paused: false,
  isPreview: false,
  domains: [],
  theme: DEFAULT_PAGE_THEME,
  requireSelfieConsent: false,
  trackingConsent: 'IMPLIED' as const,
  keepsVisitors: false,
};
const render = (steps: Step[], locale?: string) =>
  renderPage({ id: 'v1', number: 1, steps }, facts, { locale, preferredLocales: [] });
const getSettings = (more: Partial<Step>, locale?: string) => render([step(1, more)], locale).steps[0]?.settings;

describe('renderPage', () => {
  it('sorts steps and options, keeps showWhen, falls back to the key of an option without a caption', () => {
    const showWhen = { step: 2, in: ['z'] };
    const options = [option('z', { orderNumber: 2, caption: {} }), option('y', { orderNumber: 1, imageUrl: '/y.png' })];
    const page = render([step(1, { orderNumber: 5, showWhen }), step(2, { orderNumber: 0, selections: options })]);
    expect(page.steps).toMatchObject([
      {
        id: 2,
        showWhen: null,
        selections: [
          { key: 'y', caption: 'y', imageUrl: '/y.png' },
          { key: 'z', caption: 'z' },
        ],
      },
      { id: 1, showWhen },
    ]);
  });

  it('gives options the colors that the merchant chose, whatever the letter case of their keys', () => {
    const settings = { swatches: { Y: '#C98F5A', gone: '#000000', z: 'red' } };
    const [page] = render([step(1, { selections: [option('y'), option('z', { orderNumber: 1 })], settings })]).steps;
    expect(page?.selections).toEqual([
      { key: 'y', caption: 'y', color: '#c98f5a' },
      { key: 'z', caption: 'z' },
    ]);
  });

  it('contains no tags, former keys or unknown settings, because the page is public', () => {
    const secret = option('a', { formerKeys: ['old'], tags: { require: ['x:y'], prefer: [], avoid: [] } });
    const text = JSON.stringify(render([step(1, { selections: [secret], settings: { stepSettings: 'x:y' } })]));
    for (const word of ['old', 'x:y', 'stepSettings', 'tags']) expect(text).not.toContain(word);
  });
});

describe('settings of a step', () => {
  it('are localized, and have a default for everything', () => {
    const none = {
      description: null,
      fields: ['firstName', 'email'],
      consentText: null,
      consentVersion: null,
      maxSelections: null,
    };
    expect(getSettings({})).toEqual(none);
    const given = {
      description: { default: 'Why', de: 'Warum' },
      consentText: 'I agree.',
      fields: ['email', 'lastName'],
      consentVersion: '2026-01',
      maxSelections: 3,
    };
    expect(getSettings({ type: 'EMAIL', settings: given }, 'de')).toEqual({
      ...none,
      description: 'Warum',
      consentText: 'I agree.',
      fields: ['email', 'lastName'],
    });
    expect(getSettings({ type: 'SELFIE', settings: given })).toMatchObject({
      consentVersion: '2026-01',
      maxSelections: null,
    });
    expect(getSettings({ type: 'MULTI_SELECTION', settings: given })).toMatchObject({
      consentText: null,
      maxSelections: 3,
    });
  });

  it('a page can be rendered from settings that were stored before they were checked', () => {
    const junk = fc.record({
      description: fc.jsonValue(),
      consentText: fc.jsonValue(),
      fields: fc.jsonValue(),
      consentVersion: fc.jsonValue(),
      maxSelections: fc.jsonValue(),
    });
    fc.assert(
      fc.property(junk, fc.constantFrom('EMAIL', 'SELFIE', 'MULTI_SELECTION'), (settings, type) => {
        const read = getSettings({ type, settings: settings as Record<string, unknown> });
        expect(read?.fields.length).toBeGreaterThan(0);
        for (const text of [read?.description, read?.consentText, read?.consentVersion]) {
          expect(text === null || typeof text === 'string').toBe(true);
        }
      }),
    );
  });
});

describe('languages of a page', () => {
  it('are those of all texts, the company’s first, canonical and once each', () => {
    const steps = [
      step(1, { title: { default: 'x', DE: 'x', fr: '' }, settings: { description: { it: 'x', '--': 'x' } } }),
      step(2, { type: 'EMAIL', title: { de: 'x' }, settings: { consentText: { es: 'x' } } }),
      step(3, { selections: [option('a', { caption: { 'pt-br': 'x' } })] }),
    ];
    expect(pageLocales(steps, 'EN-gb')).toEqual(['en-GB', 'de', 'es', 'it', 'pt-BR']);
  });

  it('the choice is always one of them', () => {
    const locales = ['en', 'de', 'pt-BR'];
    const tag = fc.oneof(fc.string(), fc.constantFrom('de-AT', 'pt', 'pt-PT', 'EN', '*', ''));
    fc.assert(
      fc.property(fc.array(tag), (wanted) => {
        expect(locales).toContain(chooseLocale(locales, wanted));
        if (!wanted.some(isLocale)) expect(chooseLocale(locales, wanted)).toBe('en');
      }),
    );
    expect(chooseLocale(locales, ['pt-PT'])).toBe('pt-BR');
  });
});
