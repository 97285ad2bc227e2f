/** What may stand between the parts of a German compound. */
const LINKS = ['', 's', 'n', 'en', 'es', 'e', 'er'];
const MIN_PART = 3;
const MIN_COMPOUND = 7;

/**
 * Splits a compound into words that the lexicon contains: `gesichtscreme` → `gesicht`, `creme`. Undefined if that is not
 * possible; the longest first part is preferred.
 * @param isKnown - whether the lexicon contains a word, or one of its stems.
 */
export function splitCompound(
  word: string,
  isKnown: (part: string) => boolean,
  parts = 3,
): readonly string[] | undefined {
  if (word.length < MIN_COMPOUND && parts === 3) return undefined;
  for (let end = word.length - MIN_PART; end >= MIN_PART; end -= 1) {
    const head = word.slice(0, end);
    if (!isKnown(head)) continue;
    for (const link of LINKS) {
      if (!word.startsWith(link, end)) continue;
      const rest = word.slice(end + link.length);
      if (rest.length < MIN_PART) continue;
      if (isKnown(rest)) return [head, rest];
      const tail = parts > 2 ? splitCompound(rest, isKnown, parts - 1) : undefined;
      if (tail) return [head, ...tail];
    }
  }
  return undefined;
}
