import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Blueprint } from '../blueprint/blueprint.js';
import { buildBlueprint } from '../blueprint/blueprint.testing.js';
import type { Step } from '../funnel/steps.js';
import { buildStep, multiSelection } from '../funnel/steps.testing.js';
import { contrastRatio, readableOn } from '../page/color-contrast.js';
import { fontFamilies } from '../page/font-family.js';
import { type Broken, type Draft, itReports, nothing, problemsAfter } from './broken-blueprint.testing.js';
import { checkSteps } from './check-steps.js';
import { warnAboutBlueprint } from './warn-about-blueprint.js';

const theme = (changes: object) => (b: Draft) => Object.assign(b.settings.theme, changes);
const warningsAfter = (change: (blueprint: Draft) => void) => {
  const blueprint = buildBlueprint();
  blueprint.funnels[0]!.published.steps.push(buildStep(3, 'AGE'));
  change(blueprint);
  return warnAboutBlueprint(blueprint as Blueprint, nothing, 'SEASONS_12');
};

describe('settings.theme (docs/management.md "How pages look")', () => {
  itReports([
    ['a color by name', theme({ accentColor: 'red' }), '/settings/theme/accentColor', /#rrggbb/],
    ['a short color', theme({ backgroundColor: '#fff' }), '/settings/theme/backgroundColor', /#rrggbb/],
    ['a background without a text', theme({ textColor: null }), '/settings/theme/textColor', /neither/],
    ['a text without a background', theme({ backgroundColor: null }), '/settings/theme/backgroundColor', /neither/],
    [
      'a font list that is CSS',
      theme({ fontFamily: 'x; } body { color: red' }),
      '/settings/theme/fontFamily',
      /commas/,
    ],
    ['a font file that is a script', theme({ fontUrl: 'javascript:alert(1)' }), '/settings/theme/fontUrl', /https/],
    ...[
      'https://cdn.example;script-src/f.woff2',
      'https://cdn.example,default-src',
      'https://cdn.example%3Bscript-src/f.woff2',
      "https://'unsafe-inline'/f.woff2",
      'https://*/f.woff2',
      'http://user@cdn.example;x?a',
      'https://cdn.example;x\\f.woff2',
      'https://cdn.example\uff1bx/f.woff2',
      'https://cdn.example:8a/f.woff2',
    ].map(
      (fontUrl): Broken => [
        `an address whose host has characters that no host has: ${fontUrl}`,
        theme({ fontUrl }),
        '/settings/theme/fontUrl',
        /^The host of the address must /,
      ],
    ),
    ['a logo without a valid host', theme({ logoUrl: 'https://a;b/l.svg' }), '/settings/theme/logoUrl', /must/],
    ['a logo that is data', theme({ logoUrl: 'data:image/png;base64,AA' }), '/settings/theme/logoUrl', /https/],
    ['a radius over 32', theme({ cornerRadius: 33 }), '/settings/theme/cornerRadius', /from 0 to 32/],
    [
      'a privacy notice that is no address',
      (b) => (b.settings.privacyUrl = '/privacy'),
      '/settings/privacyUrl',
      /https/,
    ],
    ...[29, 36_501, 30.5].map(
      (days): Broken => [
        `a retention of analyses that is none: ${days}`,
        (b) => (b.settings.analysisRetentionDays = days),
        '/settings/analysisRetentionDays',
        /^The retention of analyses must be a whole number of days, 30 to 36500/,
      ],
    ),
    ...['Mars/Base', '+01:00', '', 'x'.repeat(65)].map(
      (name): Broken => [
        `a time zone that is none: ${name}`,
        (b) => (b.settings.timeZone = name),
        '/settings/timeZone',
        /^The time zone must be one of the IANA list/,
      ],
    ),
  ]);

  it.each([
    'https://cdn.glow.example/f.woff2?a=1;b=2,3#c;d',
    'https://CDN.Glow.example:8443/f.woff2',
    'http://user:pass;word@cdn.glow.example',
    'https://größe.example/ü.woff2',
    'https://my_bucket.cdn.example.',
    'http://127.0.0.1:8080/f',
    'http://[2001:db8::1]/f',
  ])('an address may be %s', (fontUrl) => expect(problemsAfter(theme({ fontUrl }))).toEqual([]));

  it('nothing has to be given', () => {
    const none = { accentColor: null, backgroundColor: null, textColor: null, fontFamily: null, fontUrl: null };
    expect(problemsAfter(theme({ ...none, logoUrl: null, cornerRadius: null }))).toEqual([]);
  });

  it('warns about texts that are hard to read, and about a font file that nothing names', () => {
    const [warning] = warningsAfter(theme({ backgroundColor: '#ffffff', textColor: '#777777' }));
    expect(warning).toEqual({
      path: '/settings/theme/textColor',
      message: expect.stringMatching(/is 4\.4:1; it must be at least 4\.5:1/),
    });
    expect(warningsAfter(theme({ fontFamily: null })).map(({ path }) => path)).toEqual(['/settings/theme/fontUrl']);
    expect(warningsAfter(() => {})).toEqual([]);
  });
});

describe('fontFamilies', () => {
  it('reads plain words and names in quotes', () => {
    expect(fontFamilies(`"Lora", 'Open Sans 3', -apple-system, Segoe UI , serif, "Größe"`)).toEqual([
      'Lora',
      'Open Sans 3',
      '-apple-system',
      'Segoe UI',
      'serif',
      'Größe',
    ]);
    for (const wrong of [
      '',
      ',',
      'a,',
      '"a',
      `"a'`,
      '"a,b"',
      'url(x)',
      '1a',
      'a/**/',
      '\\61',
      'a\nb',
      'a\n',
      '\u2028a',
      `"${'a'.repeat(300)}"`,
    ]) {
      expect(fontFamilies(wrong), wrong).toBeUndefined();
    }
  });

  it('a list that is read ends no declaration, string or element', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`ab 1,"';{}<>\\/()*:-_\n`) }), (list) => {
        for (const name of fontFamilies(list) ?? []) expect(name).not.toMatch(/[;{}<>\\/()*:"',\n]/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('contrast (WCAG 2.2, 1.4.3)', () => {
  it('is 21 between black and white; black or white is read on every color (docs/dashboard.md Y28.2)', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(fc.property(hex, (color) => contrastRatio(readableOn(color), color) >= 4.5));
  });
});

describe('crm', () => {
  const crm = (changes: object) => (b: Draft) => Object.assign(b.crm, changes);
  itReports([
    ['an empty key', crm({ apiKey: '' }), '/crm/apiKey', /private key/],
    ['a key with a line break, which a header cannot hold', crm({ apiKey: 'a\nb' }), '/crm/apiKey', /without spaces/],
    ['an address that is no http', crm({ baseUrl: 'ftp://x' }), '/crm/baseUrl', /https/],
    ['a metric without a name', crm({ metric: ' ' }), '/crm/metric', /empty/],
  ]);

  it('a wrong key is never repeated', () => {
    expect(JSON.stringify(problemsAfter(crm({ apiKey: 'pk secret' })))).not.toContain('pk secret');
  });

  it('null switches it off', () => {
    expect(problemsAfter((b) => Object.assign(b, { crm: null }))).toEqual([]);
  });
});

describe('the own host of a funnel', () => {
  const host = (value: string) => (b: Draft) => (b.funnels[0]!.host = value);
  itReports([
    [
      'with a port, because hosts are compared without it',
      host('quiz.example:8080'),
      '/funnels/0/host',
      /without a port/,
    ],
    ['an IP address, which is the API', host('10.0.0.7'), '/funnels/0/host', /host name/],
  ]);
});

describe('settings of a step (docs/management.md "Settings of a step")', () => {
  const email = (settings: Step['settings']) => [buildStep(1, 'EMAIL', { settings })];

  it('accepts what the page knows, null for nothing, and whatever it does not know', () => {
    const settings = {
      description: 'Why we ask',
      consentText: { default: 'I agree.', de: 'Einverstanden.' },
      fields: ['email', 'lastName'],
      includeInGenericAnalysis: { any: ['thing'] },
      maxSelections: null,
    };
    expect(checkSteps(email(settings))).toEqual([]);
    expect(checkSteps([buildStep(1, 'SELFIE', { settings: { consentVersion: '2026-11' } })])).toEqual([]);
    expect(checkSteps([multiSelection(1, ['a', 'b'], { settings: { maxSelections: 2 } })])).toEqual([]);
  });

  it.each<[string, Step['settings'], string]>([
    ['a description that is a number', { description: 5 }, '/0/settings/description'],
    ['a description that is a list', { description: ['x'] }, '/0/settings/description'],
    ['a text that is a number', { description: { de: 5 } }, '/0/settings/description/de'],
    ['a language that is none', { consentText: { 'not a tag': 'x' } }, '/0/settings/consentText/not a tag'],
    ['a text that is too long', { description: 'x'.repeat(2_001) }, '/0/settings/description/default'],
    ['fields that are no list', { fields: 'email' }, '/0/settings/fields'],
    ['no field', { fields: [] }, '/0/settings/fields'],
    ['a field that is none', { fields: ['email', 'phone'] }, '/0/settings/fields/1'],
    ['a field twice', { fields: ['email', 'email'] }, '/0/settings/fields/1'],
    ['a consent version that is a number', { consentVersion: 2 }, '/0/settings/consentVersion'],
    ['a consent version of 65 characters', { consentVersion: 'x'.repeat(65) }, '/0/settings/consentVersion'],
    ['at most none', { maxSelections: 0 }, '/0/settings/maxSelections'],
    ['swatches that are a list', { swatches: ['#ff0000'] }, '/0/settings/swatches'],
    ['a color by its name', { swatches: { a: 'red' } }, '/0/settings/swatches/a'],
    ['a color that is a number', { swatches: { a: 5 } }, '/0/settings/swatches/a'],
    ['a number as a text', { maxSelections: '2' }, '/0/settings/maxSelections'],
  ])('refuses %s', (_what, settings, path) => {
    expect(checkSteps(email(settings)).map((problem) => problem.path)).toEqual([path]);
  });

  it('whatever is given, it is checked and not thrown', () => {
    const settings = fc.record({
      description: fc.jsonValue(),
      consentText: fc.jsonValue(),
      fields: fc.jsonValue(),
      consentVersion: fc.jsonValue(),
      maxSelections: fc.jsonValue(),
      swatches: fc.jsonValue(),
    });
    fc.assert(fc.property(settings, (given) => Array.isArray(checkSteps(email(given as Step['settings'])))));
  });

  it('warns about a setting that no step of this type reads', () => {
    const swatches = { A: '#ff0000', gone: '#00ff00' };
    const steps = [
      multiSelection(70, ['a'], { settings: { fields: ['email'], maxSelections: 1, own: true, swatches } }),
    ];
    expect(warningsAfter((b) => b.funnels[0]!.published.steps.push(...steps))).toEqual([
      { path: '/funnels/0/published/steps/5/settings/fields', message: expect.stringContaining('EMAIL') },
      { path: '/funnels/0/published/steps/5/settings/swatches/gone', message: expect.stringContaining('no option') },
    ]);
  });
});
