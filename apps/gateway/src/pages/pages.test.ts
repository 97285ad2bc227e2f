import { DEFAULT_PAGE_THEME, type PageTheme } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStyles } from './document.js';
import { escapeHtml, escapeJson, getDirection } from './html.js';
import { renderNotice } from './notice-html.js';
import { createPageHeaders } from './page-headers.js';
import { selectPageTexts } from './page-texts.js';
import { renderThemeCss } from './theme-css.js';

/** Texts made of what ends strings, elements, declarations and headers. */
const hostile = fc.string({
  unit: fc.constantFrom(...'ab #\'"`<>/\\;:{}()&!-,.\n\r\u2028é', 'url', 'http://', '</style>', '*/'),
});
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), arbitrary);
const themes: fc.Arbitrary<PageTheme> = fc.record({
  colorScheme: fc.constantFrom('auto', 'light', 'dark'),
  accentColor: maybe(hostile),
  backgroundColor: maybe(fc.oneof(hostile, fc.constant('#ffffff'))),
  textColor: maybe(fc.oneof(hostile, fc.constant('#000000'))),
  fontFamily: maybe(fc.oneof(hostile, fc.constant('"Lora", serif'))),
  fontUrl: maybe(
    fc.oneof(
      hostile,
      hostile.map((host) => `https://${host}.example/f.woff2`),
      hostile.map((host) => `https://cdn.example${host}/f.woff2`),
      hostile.map((rest) => `https://cdn.example/${rest}`),
      hostile.map((rest) => `https://cdn.example/?${rest}`),
    ),
  ),
  logoUrl: maybe(
    fc.oneof(
      hostile,
      hostile.map((rest) => `https://cdn.example/${rest}`),
    ),
  ),
  cornerRadius: maybe(fc.oneof(fc.integer(), fc.double())),
});

describe('what is stored of a theme, whatever it is', () => {
  it('ends no style element, string, declaration or rule', () => {
    fc.assert(
      fc.property(themes, (theme) => {
        const css = renderThemeCss(theme);
        expect(css).not.toMatch(/[<\\\n\r\u2028]/);
        const withoutStrings = css.replace(/"[^"]*"|'[^']*'/g, '');
        expect(withoutStrings).not.toMatch(/["']/);
        expect(withoutStrings.split('{').length).toBe(withoutStrings.split('}').length);
        for (const [, name] of withoutStrings.matchAll(/[;{]([a-z-]+):/g)) {
          expect(name).toMatch(
            /^(?:--svc-(?:accent|on-accent|bg|text|font|radius)|color-scheme|font-(?:family|display)|src|prefers-color-scheme)$/,
          );
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('puts nothing into the headers but one policy with the directives that are meant', () => {
    fc.assert(
      fc.property(themes, fc.array(hostile), (theme, domains) => {
        const headers = createPageHeaders({
          styles: createStyles(theme),
          theme,
          domains,
          hasScript: true,
          isIndexed: true,
        });
        const policy = headers['Content-Security-Policy'] as string;
        expect(policy).toMatch(/^[\x20-\x7e]+$/);
        expect(policy.split('; ').map((directive) => directive.split(' ')[0])).toEqual([
          'default-src',
          'script-src',
          'connect-src',
          'media-src',
          'style-src',
          'img-src',
          'font-src',
          'frame-ancestors',
          'base-uri',
          'form-action',
        ]);
        expect(policy).not.toContain('unsafe');
        expect(policy).toMatch(/; font-src 'self'(?: https?:\/\/[a-z0-9._:-]+)?; /);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    'https://cdn.example;script-src%20*/f.woff2',
    'https://cdn.example;script-src/f.woff2',
    'https://cdn.example,default-src/f.woff2',
    'https://cdn.example%3Bscript-src/f.woff2',
    "https://'unsafe-inline'/f.woff2",
    'https://*/f.woff2',
  ])('a font whose address has no valid host is left out of headers and styles: %s', (fontUrl) => {
    const theme = { ...DEFAULT_PAGE_THEME, fontFamily: 'Lora', fontUrl };
    const page = { styles: createStyles(theme), theme, domains: [], hasScript: false, isIndexed: false };
    expect(createPageHeaders(page)['Content-Security-Policy']).toContain("; font-src 'self'; ");
    expect(renderThemeCss(theme)).not.toContain('@font-face');
  });

  it('a notice has the elements that are meant and no others', () => {
    fc.assert(
      fc.property(themes, hostile, hostile, (theme, name, requestId) => {
        const branding = { company: { name, privacyUrl: name }, theme, domains: [], locale: 'de' };
        const html = renderNotice('trouble', { languages: [], branding, requestId }).body.toString();
        const names = new Set([...html.matchAll(/<([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag?.toLowerCase()));
        const meant = [
          '!doctype',
          'html',
          'head',
          'meta',
          'title',
          'link',
          'style',
          'body',
          'main',
          'img',
          'h1',
          'p',
          'a',
        ];
        expect([...names].filter((tag) => !meant.includes(tag as string))).toEqual([]);
        expect(html).not.toMatch(/ on[a-z]+=|javascript:/);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('escaping', () => {
  it('JSON in a script element is the same JSON and ends nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), hostile, (value, text) => {
        const json = JSON.stringify({ value, text });
        const escaped = escapeJson(json);
        expect(JSON.parse(escaped)).toEqual(JSON.parse(json));
        expect(escaped).not.toMatch(/[<>&\u2028\u2029]/);
      }),
    );
  });

  it('a text in HTML is the same text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"'`]/);
        expect(escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toBe(text);
      }),
    );
  });
});

describe('languages', () => {
  it('texts of the server are in the first language that they exist in, else in English, and complete', () => {
    expect(selectPageTexts(['fr', 'de-CH', 'en']).lang).toBe('de');
    expect(selectPageTexts(['fr', 'constructor']).lang).toBe('en');
    const [en, de] = [selectPageTexts(['en']).texts, selectPageTexts(['de']).texts];
    for (const [kind, { title, text, action }] of Object.entries(en.notices)) {
      const other = de.notices[kind as keyof typeof de.notices];
      expect([title, text].every((words) => words.length > 0)).toBe(true);
      expect(other.action?.to).toBe(action?.to);
      expect(other.title).not.toBe(title);
    }
  });

  it('are written from the side that they are written from', () => {
    expect(['ar', 'he-IL', 'fa', 'ur-PK', 'az-Arab', 'ku-Arab'].map(getDirection)).toEqual(Array(6).fill('rtl'));
    expect(['en', 'de', 'az', 'ar-Latn', 'ja'].map(getDirection)).toEqual(Array(5).fill('ltr'));
    expect(renderNotice('trouble', { languages: [] }).body.toString()).toContain('dir="ltr"');
    expect(DEFAULT_PAGE_THEME.colorScheme).toBe('auto');
  });
});
