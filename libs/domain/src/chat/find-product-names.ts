/** Shorter names are words that any text may have. */
const MIN_NAME_LENGTH = 4;
/** Words of the longest name that is found. */
const MAX_NAME_WORDS = 10;

const toWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Which of the names each text contains, as whole words in any letter case; undefined: none. Of several, the first one.
 * Cost: one step for each name, and ten for each word of a text.
 */
export function findProductNames(texts: readonly string[], names: Iterable<string>): (string | undefined)[] {
  const textsOfPhrase = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    for (const phrase of listPhrases(toWords(text))) {
      const found = textsOfPhrase.get(phrase);
      if (found) found.push(index);
      else textsOfPhrase.set(phrase, [index]);
    }
  }
  const named: (string | undefined)[] = texts.map(() => undefined);
  for (const name of names) {
    const phrase = toWords(name).join(' ');
    if (phrase.length < MIN_NAME_LENGTH) continue;
    for (const index of textsOfPhrase.get(phrase) ?? []) named[index] ??= name;
  }
  return named;
}

function listPhrases(words: readonly string[]): Set<string> {
  const phrases = new Set<string>();
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to += 1)
      phrases.add(words.slice(from, to).join(' '));
  }
  return phrases;
}
