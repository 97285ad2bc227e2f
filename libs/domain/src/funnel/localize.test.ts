import { describe, expect, it } from 'vitest';
import { isLocale, localize } from './localize.js';

describe('localize (docs/contract.md C7.3: exact → language → company language → stored default text)', () => {
  const text = { default: 'Hair', en: 'Your hair', 'de-AT': 'Ihre Haare', de: 'Deine Haare' };

  it.each([
    ['de-AT', 'Ihre Haare'],
    ['DE-at', 'Ihre Haare'],
    ['de-CH', 'Deine Haare'],
    ['fr', 'Your hair'],
    ['default', 'Your hair'],
    [undefined, 'Your hair'],
  ])('gives %s its text', (locale, expected) => {
    expect(localize(text, locale, 'en-GB')).toBe(expected);
  });

  it('falls back to the stored default text, then to any text at all', () => {
    expect(localize(text, 'fr', 'es')).toBe('Hair');
    expect(localize({ de: 'Haare' }, 'fr', 'es')).toBe('Haare');
    expect(localize({}, 'fr', 'es')).toBeUndefined();
  });
});

describe('isLocale', () => {
  it.each([
    ['en', true],
    ['zh-Hant-TW', true],
    ['', false],
    ['e', false],
    ['de_DE', false],
    ['not a tag', false],
  ])('%j: %s', (tag, expected) => {
    expect(isLocale(tag as string)).toBe(expected);
  });
});
