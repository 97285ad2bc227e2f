import { foldUmlauts } from './fold-umlauts.js';

/** A sentence of the service and other ways to say it, the preferred one first. */
export type Wordings = readonly [string, ...string[]];

/** The first wording without an avoided word, names of `{placeholders}` aside; undefined: each has one. docs/chat.md T5.6. */
export const chooseWording = (wordings: Wordings, avoided: readonly string[]): string | undefined =>
  wordings.find((wording) => !hasAvoidedWord(wording.replace(/\{\w+\}/g, ' '), avoided));

/** Whether a text has one of the words, in any letter case, spelling of umlauts and inflection that only adds letters. */
export function hasAvoidedWord(text: string, avoided: readonly string[]): boolean {
  if (avoided.length === 0) return false;
  const words = ` ${fold(text)}`;
  return avoided.map(fold).some((word) => word !== '' && words.includes(` ${word}`));
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(foldUmlauts)
    .join(' ');
