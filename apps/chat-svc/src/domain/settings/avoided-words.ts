import { normalize, toWords } from '../text/normalize.js';

/** Whether a text contains one of the words, in any inflection that only adds letters. */
export function hasAvoided(text: string, avoided: readonly string[]): boolean {
  if (avoided.length === 0) return false;
  const words = ` ${toWords(normalize(text)).join(' ')}`;
  return avoided.map(normalize).some((word) => word !== '' && words.includes(` ${word}`));
}
