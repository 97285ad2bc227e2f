import { foldUmlauts } from '@svc/domain';

/** Characters that look like Latin letters and are used to hide words. */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  т: 't',
  в: 'b',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
};

/**
 * Normalizes a text for comparison: NFKC, invisible characters removed, lookalikes of Latin letters replaced, lower case,
 * umlauts and accents folded (`ü` and `ue` become `u`, `ß` becomes `ss`), punctuation to spaces. `.`, `,` and `-` stay inside
 * numbers. Both spellings of an umlaut and its spelling without dots give the same word.
 */
export function normalize(text: string): string {
  // Most texts are ASCII, in which there is nothing to fold but the case.
  const letters = /^[ -~]*$/.test(text) ? text.toLowerCase() : foldLetters(text);
  return letters
    .replace(/[’'`´]/g, '')
    .replace(/([€$])\s*(\d[\d.,]*\d|\d)/g, '$2 $1')
    .replace(/(\d)[.,](\d{3})(?!\d)/g, '$1$2')
    .replace(/(\d)[.,](\d{1,2})(?!\d)/g, '$1.$2')
    .replace(/€/g, ' euro ')
    .replace(/\$/g, ' dollar ')
    .replace(/%/g, ' percent ')
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/(\d)(euro|eur|ml|g|er)\b/g, '$1 $2')
    .split(' ')
    .map(foldUmlauts)
    .join(' ')
    .trim();
}

/** Lower case without accents, lookalikes and invisible characters. */
const foldLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[а-яіѕјα-ω]/gu, (letter) => LOOKALIKES[letter] ?? letter)
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

/** The words of a normalized text, in order. */
export function toWords(normalized: string): string[] {
  return normalized.split(' ').filter((word) => word !== '');
}
