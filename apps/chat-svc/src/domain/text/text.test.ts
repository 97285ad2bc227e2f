import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.js';
import { getDistance } from './distance.js';
import { createSpeller } from './find-nearest.js';
import { normalize } from './normalize.js';
import { splitCompound } from './split-compound.js';
import { toForms } from './stem.js';

describe('a normalized text', () => {
  it.each([
    ['Grüne GRUENE grune', 'grune grune grune'],
    ['Größe/Groesse', 'grosse grosse'],
    ['neue Quelle, blaue Schuhe; blue shoes', 'neue quelle blaue schuhe blue shoes'],
    ['Crème-Rouge 9,99€', 'creme rouge 9.99 euro'],
    ['ＬＩＰ\u200Bstick', 'lipstick'],
    ['lірstіск', 'lipstick'],
    ['it’s 1.000', 'its 1000'],
  ])('%s', (text, normalized) => {
    expect(normalize(text)).toBe(normalized);
  });
});

it('German and English plurals have a form of their singular', () => {
  for (const [plural, singular] of [
    ['kleider', 'kleid'],
    ['lippenstifte', 'lippenstift'],
    ['dresses', 'dress'],
    ['lipsticks', 'lipstick'],
  ] as const)
    expect(toForms(plural).some((form) => toForms(singular).includes(form))).toBe(true);
});

it('a compound is split only into known words', () => {
  const known = new Set(['gesicht', 'creme', 'leinen', 'kleid', 'sommer']);
  const split = (word: string) => splitCompound(word, (part) => known.has(part));
  expect(split('gesichtscreme')).toEqual(['gesicht', 'creme']);
  expect(split('sommerleinenkleid')).toEqual(['sommer', 'leinen', 'kleid']);
  expect(split('waschmaschine')).toBeUndefined();
});

it('a typing error is corrected in long words only', () => {
  const correct = createSpeller(['lippenstift', 'mascara', 'serum', 'kleid', 'rot']);
  expect(['lippnstift', 'mascraa', 'serm', 'kliede', 'rto', 'waschmaschine'].map(correct)).toEqual([
    'lippenstift',
    'mascara',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(getDistance('kleid', 'klied', 1)).toBe(1);
  expect(getDistance('abcdef', 'ghijkl', 2)).toBe(3);
});

it('the language of a message is recognized, or unknown', () => {
  expect([detectLanguage('was passt zu mir'), detectLanguage('what suits me'), detectLanguage('Concealer')]).toEqual([
    'de',
    'en',
    undefined,
  ]);
});
