import { expect, it } from 'vitest';
import { toLocalText } from './to-local-text.js';

it('a text is in the language of the reader, or else in any that there is', () => {
  expect(toLocalText({ default: 'Skin', de: 'Haut' }, 'de')).toBe('Haut');
  expect(toLocalText({ default: 'Skin' }, 'de')).toBe('Skin');
  expect(toLocalText({ fr: 'Peau' }, 'de')).toBe('Peau');
  expect(toLocalText('Skin', 'de')).toBe('Skin');
  expect(toLocalText(null, 'de')).toBe('');
});
