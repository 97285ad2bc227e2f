import { ALL_COLOR_TYPES } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { paletteOfType } from './color-palettes.js';
import { formatPrice, isReduced } from './format-price.js';
import { nextTab } from './next-tab.js';
import { RESULT_TEXTS } from './result-texts.js';
import { shareResult } from './share-result.js';

describe('prices', () => {
  const plain = (...given: Parameters<typeof formatPrice>) =>
    formatPrice(...given)
      .replaceAll(/\s/g, ' ')
      .replaceAll('’', "'");

  it.each([
    ['19.90', 'EUR', 'de', '19,90 €'],
    ['19.9', 'EUR', 'en', '€19.90'],
    ['1234.5', 'CHF', 'de-CH', "CHF 1'234.50"],
    ['1200', 'JPY', 'en', '¥1,200'],
    ['0', 'EUR', 'en', '€0.00'],
    ['90071992547409931.25', 'USD', 'en', '$90,071,992,547,409,931.25'],
    ['5.50', undefined, 'de', '5,50'],
  ])('%s %s in %s is %s, to the last digit', (price, currency, locale, text) => {
    expect(plain(price, currency, locale)).toBe(text);
  });

  it.each([
    ['about 20', 'EUR', 'about 20 EUR'],
    ['5', 'EURO', '5 EURO'],
    ['<b>5', undefined, '<b>5'],
  ])('%s %s is shown as it is rather than not at all', (price, currency, text) => {
    expect(formatPrice(price, currency, 'en')).toBe(text);
  });

  it('a price before is worth a line only when it was higher', () => {
    expect(isReduced('10', '12.50')).toBe(true);
    expect([isReduced('9', '10'), isReduced('10', '9'), isReduced('10', '10.00'), isReduced('10', 'x')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([isReduced(undefined, '9'), isReduced('9', undefined)]).toEqual([false, false]);
  });
});

describe('keys on tabs', () => {
  it('arrows go round and follow the direction of reading; Home and End go to the ends; others do nothing', () => {
    expect(nextTab('ArrowRight', 2, 3, 'ltr')).toBe(0);
    expect(nextTab('ArrowLeft', 0, 3, 'ltr')).toBe(2);
    expect(nextTab('ArrowRight', 0, 3, 'rtl')).toBe(2);
    expect(nextTab('ArrowLeft', 0, 3, 'rtl')).toBe(1);
    expect([nextTab('Home', 2, 3, 'rtl'), nextTab('End', 0, 3, 'ltr')]).toEqual([0, 2]);
    for (const key of ['Tab', 'Enter', ' ', 'a', 'ArrowDown']) expect(nextTab(key, 1, 3, 'ltr')).toBeNull();
  });
});

describe('sharing', () => {
  const link = { url: 'https://quiz.example/r/A', title: 'Quiz' };
  const failing = (name: string) => async () => {
    throw Object.assign(new Error(name), { name });
  };

  it('is left to the system where possible; a visitor who closes its dialog sees no message', async () => {
    const shared: ShareData[] = [];
    expect(await shareResult(link, { share: async (data) => void shared.push(data) })).toBeNull();
    expect(shared).toEqual([link]);
    expect(await shareResult(link, { share: failing('AbortError') })).toBeNull();
  });

  it('copies the link otherwise, and says so; what did not work is said too', async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    expect(await shareResult(link, { clipboard })).toBe('copied');
    expect(await shareResult(link, { share: failing('NotAllowedError'), clipboard })).toBe('copied');
    expect(copied).toEqual([link.url, link.url]);
    expect(await shareResult(link, {})).toBe('failed');
    expect(await shareResult(link, { clipboard: { writeText: failing('NotAllowedError') } })).toBe('failed');
  });
});

describe('what the result page says and shows', () => {
  it('every text is there in German, with the same values to fill in', () => {
    const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    const { en, de } = RESULT_TEXTS;
    expect(Object.keys(de!).sort()).toEqual(Object.keys(en).sort());
    for (const [name, text] of Object.entries(en)) {
      const german = de![name as keyof typeof en];
      expect(german.trim(), name).not.toBe('');
      expect(holes(german), name).toEqual(holes(text));
    }
  });

  it('every color type of the default taxonomies has a palette; another one has none', () => {
    for (const type of ALL_COLOR_TYPES) {
      expect(paletteOfType(type)).toHaveLength(6);
      for (const color of paletteOfType(type)) expect(color).toMatch(/^#[0-9a-f]{6}$/);
    }
    expect([paletteOfType('soft_autumn').length, paletteOfType('MUTED'), paletteOfType('constructor')]).toEqual([
      6,
      [],
      [],
    ]);
  });
});
