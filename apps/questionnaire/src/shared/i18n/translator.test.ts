import { describe, expect, it } from 'vitest';
import { getDirection } from './direction.js';
import { PAGE_TEXTS } from './page-texts.js';
import { createTranslator } from './translator.js';

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('texts of the page', () => {
  it.each(Object.keys(PAGE_TEXTS))('%s has every text of English, with the same values to fill in', (language) => {
    const texts = PAGE_TEXTS[language] ?? PAGE_TEXTS.en;
    expect(Object.keys(texts).sort()).toEqual(Object.keys(PAGE_TEXTS.en).sort());
    for (const [name, english] of Object.entries(PAGE_TEXTS.en)) {
      const text = texts[name as keyof typeof texts];
      expect(text.trim(), name).not.toBe('');
      expect(holes(text), name).toEqual(holes(english));
    }
  });

  it.each([
    ['de', 'Weiter'],
    ['de-AT', 'Weiter'],
    ['DE', 'Weiter'],
    ['en-GB', 'Next'],
    ['fr', 'Next'],
    ['constructor', 'Next'],
    ['', 'Next'],
  ])('a page in %j says %s: a language without texts is shown in English', (locale, next) => {
    expect(createTranslator(PAGE_TEXTS, locale)('nav.next')).toBe(next);
  });

  it('fills in values as text; a value that is missing stays visible', () => {
    const translate = createTranslator({ en: { hello: '{name}, step {step} of {count} {toString}' } }, 'en');
    expect(translate('hello', { name: '<b>$&', step: 0 })).toBe('<b>$&, step 0 of {count} {toString}');
  });
});

describe('direction of a language', () => {
  it.each(['ar', 'he', 'fa-IR', 'ur', 'az-Arab', 'uz-Arab-AF'])('%s is written from right to left', (locale) =>
    expect(getDirection(locale)).toBe('rtl'),
  );
  it.each(['en', 'de-CH', 'ar-Latn', 'zh-Hant-TW', ''])('%s is written from left to right', (locale) =>
    expect(getDirection(locale)).toBe('ltr'),
  );
});
