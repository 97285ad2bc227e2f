import type fc from 'fast-check';

/** Surrogates are no characters: between these, exclusive. */
const [BEFORE, AFTER] = [0xd7ff, 0xe000];
const SKIPPED = AFTER - BEFORE - 1;
const LAST = 0x10_ffff - SKIPPED;

/**
 * Any character of Unicode, for `fc.string({ unit: anyCharacter(fc) })`. The same texts as with the unit `binary` of fast-check, which
 * makes a map of the million characters first: half a second of processor time in each worker. Names like `__proto__` are among them, as there.
 */
export const anyCharacter = ({ nat }: Pick<typeof fc, 'nat'>): fc.Arbitrary<string> =>
  nat(LAST).map(toCharacter, toNumber);

const toCharacter = (number: number): string => String.fromCodePoint(number > BEFORE ? number + SKIPPED : number);

/** @throws Error for what is not one character: fast-check then does not shrink it. */
function toNumber(character: unknown): number {
  const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== character || (point > BEFORE && point < AFTER))
    throw new Error('This must be one character.');
  return point > BEFORE ? point - SKIPPED : point;
}
