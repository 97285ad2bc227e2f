import { describe, expect, it } from 'vitest';
import { chooseLanguage, loadArea, loadTranslator } from './languages.js';

describe('texts (docs/dashboard.md Y5.4)', () => {
  it('a count takes the form of the language and writes numbers as the language does', async () => {
    await loadArea('developer');
    const { count } = await loadTranslator('de');
    expect(count('keys.active', 1, { max: 20 })).toBe('1 von 20 Schlüsseln ist aktiv.');
    expect(count('keys.active', 2_000, { max: 20 })).toBe('2.000 von 20 Schlüsseln sind aktiv.');
  });

  it('an area that comes into use later is there in each language in use', async () => {
    const [en, de] = [await loadTranslator('en'), await loadTranslator('de-AT')];
    await loadArea('entry');
    expect([en.t('invite.join'), de.t('invite.join')]).toEqual(['Join', 'Beitreten']);
  });

  it('sizes are in the unit that suits them, with its plural', async () => {
    const [en, de] = [await loadTranslator('en'), await loadTranslator('de')];
    expect([258, 1, 2_500, 12_000_000].map(en.size)).toEqual(['258 bytes', '1 byte', '2.5 kB', '12 MB']);
    expect([258, 2_500].map(de.size)).toEqual(['258 Byte', '2,5 kB']);
  });

  it('a day of a calendar is the same day in every time zone', async () => {
    const { date } = await loadTranslator('de');
    expect(date('2026-11-01')).toBe('01.11.2026');
  });

  it('the first wanted language that there is decides; else it is English', () => {
    expect(chooseLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(chooseLanguage(['fr'])).toBe('en');
  });
});
