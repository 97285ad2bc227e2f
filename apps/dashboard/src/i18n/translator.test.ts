import { describe, expect, it } from 'vitest';
import { de } from './de.js';
import { en } from './en.js';
import { chooseLanguage } from './languages.js';
import { createTranslator, type TextKey } from './translator.js';

const getNames = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

describe('texts (docs/dashboard.md Y5.4)', () => {
  it.each(Object.keys(en) as TextKey[])('%s has the same values in each language', (key) => {
    expect(getNames(de[key])).toEqual(getNames(en[key]));
  });

  it('a count takes the form of the language and writes numbers as the language does', () => {
    const { count } = createTranslator('de', de);
    expect(count('keys.active', 1, { max: 20 })).toBe('1 von 20 Schlüsseln ist aktiv.');
    expect(count('keys.active', 2_000, { max: 20 })).toBe('2.000 von 20 Schlüsseln sind aktiv.');
  });

  it('the first wanted language that there is decides; else it is English', () => {
    expect(chooseLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(chooseLanguage(['fr'])).toBe('en');
  });
});
