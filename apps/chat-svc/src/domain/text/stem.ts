import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';

/** A word as written, and its German and English stems with a mark of their language. */
export type WordForms = readonly [word: string, german: string, english: string];

const MIN_STEMMED = 4;
/** A shorter stem is that of too many words. */
const MIN_STEM = 4;
const MAX_CACHED = 20_000;
const cache = new Map<string, WordForms>();

/**
 * The forms under which a normalized word is found (Snowball rules). Shoppers mix languages, and catalogs are often in another
 * language than the question, so each word has the stems of both; a German stem never meets an English one.
 */
export function toForms(word: string): WordForms {
  const known = cache.get(word);
  if (known) return known;
  const isStemmed = word.length >= MIN_STEMMED && !/\d/.test(word);
  const forms: WordForms = isStemmed
    ? [word, `d:${keepLong(stemGerman(word), word)}`, `e:${keepLong(stemEnglish(word), word)}`]
    : [word, `d:${word}`, `e:${word}`];
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(word, forms);
  return forms;
}

const keepLong = (stem: string, word: string): string => (stem.length < MIN_STEM ? word : stem);

/** Forms of a phrase: its words joined, each in the same form. */
export function toPhraseForms(words: readonly string[]): WordForms {
  const forms = words.map(toForms);
  const join = (form: 0 | 1 | 2): string => forms.map((word) => word[form]).join(' ');
  return [join(0), join(1), join(2)];
}

/** German comparatives and superlatives without their ending, for words that are otherwise unknown: `mattere` → `matt`. */
export function toPositives(word: string): readonly string[] {
  const positive = /^(.{3,}?)(?:er(?:e[nrsm]?)?|e?ste[nrsm]?)$/.exec(word)?.[1];
  return positive ? [positive, `${positive}e`] : [];
}
