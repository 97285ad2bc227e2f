/**
 * Characters between the words of a name. The SQL function `common_words` (migrations) knows the same ones; their test
 * compares the two.
 */
const NAME_SEPARATORS = ' \u00a0\t-\u2013\u2014_,;:/|\u00b7()[]';

/**
 * The longest common beginning of two names that ends between words in both. Associative and commutative, so a group's names
 * may be folded in any order and in parts.
 */
export function commonWords(a: string, b: string): string {
  if (a === b) return a;
  const shorter = Math.min(a.length, b.length);
  let end = 0;
  while (end < shorter && a.charCodeAt(end) === b.charCodeAt(end)) end++;
  while (end > 0 && !(isBoundary(a, end) && isBoundary(b, end))) end--;
  return a.slice(0, end);
}

/** Whether a cut before character `at` separates two words. */
function isBoundary(name: string, at: number): boolean {
  return at === name.length || isSeparator(name.charAt(at)) || isSeparator(name.charAt(at - 1));
}

function isSeparator(character: string): boolean {
  return NAME_SEPARATORS.includes(character);
}
