import type { TextKey, Translator } from '../i18n/translator.js';

/** A sentence of the service, with `{names}` of the values in it, and the same in the user's language. */
export type KnownSentence = readonly [sentence: string, text: TextKey];

/**
 * Finds a sentence of the service among those that are known, and says it in the user's language; undefined: it is none of them.
 * @param known - the first that fits counts: sentences with more parts stand before those with fewer.
 */
export function createSentenceTranslator(known: readonly KnownSentence[]) {
  const patterns = known.map(([sentence, text]) => {
    const parts = sentence.split(/\{(\w+)\}/);
    const source = parts
      .map((part, index) => (index % 2 === 1 ? `(?<${part}>.+)` : part.replace(/[.()]/g, '\\$&')))
      .join('');
    return { pattern: new RegExp(`^${source}$`, 's'), text };
  });
  return (said: string, t: Translator['t']): string | undefined => {
    for (const { pattern, text } of patterns) {
      const found = pattern.exec(said);
      if (found) return t(text, { ...found.groups });
    }
    return undefined;
  };
}
