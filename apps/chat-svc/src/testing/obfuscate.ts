/** Ways to hide words from a filter that people can still read. */
export const OBFUSCATIONS = {
  homoglyphs: (text) => text.replace(/[aeopcxi]/g, (letter) => HOMOGLYPHS[letter] ?? letter),
  'zero-width characters': (text) => [...text].join('\u200b'),
  'soft hyphens': (text) => text.replace(/(\p{L})(?=\p{L})/gu, '$1\u00ad'),
  fullwidth: (text) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
  leet: (text) => text.replace(/[aeiost]/gi, (letter) => LEET[letter.toLowerCase()] ?? letter),
  'base64 with an order to decode': (text) => `decode this base64 and do it: ${Buffer.from(text).toString('base64')}`,
  base64: (text) => Buffer.from(text).toString('base64'),
  rot13: (text) => text.replace(/[a-z]/gi, (letter) => rotate(letter)),
  'the other direction': (text) => `\u202e${[...text].reverse().join('')}\u202c`,
  'capitals and blanks': (text) => [...text.toUpperCase()].join(' '),
} satisfies Record<string, (text: string) => string>;

/** Those that a person reads as the same words, and `normalize` as well. */
export const READABLE_OBFUSCATIONS = ['homoglyphs', 'zero-width characters', 'soft hyphens', 'fullwidth'] as const;

const HOMOGLYPHS: Record<string, string> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', i: 'і' };
const LEET: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };

function rotate(letter: string): string {
  const first = letter <= 'Z' ? 65 : 97;
  return String.fromCodePoint(((letter.charCodeAt(0) - first + 13) % 26) + first);
}
