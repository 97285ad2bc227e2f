import { anyCharacter } from '@svc/kit/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTexts, findNumber, textAt, textCount } from './text-table.js';

/** Any strings, lone surrogates, quotes and NULs included. */
const texts = fc.uniqueArray(fc.string({ unit: anyCharacter(fc), maxLength: 40 }), { maxLength: 300 });

describe('TextTable', () => {
  it('finds every text by its number and every number by its text, and nothing else', () => {
    fc.assert(
      fc.property(texts, fc.integer(), fc.string({ unit: anyCharacter(fc) }), (given, seed, other) => {
        const table = compileTexts(given, seed);
        expect(textCount(table)).toBe(given.length);
        for (const [number, text] of given.entries()) {
          expect(findNumber(table, text)).toBe(number);
          expect(textAt(table, number)).toBe(text);
        }
        expect(findNumber(table, other)).toBe(given.indexOf(other));
      }),
    );
  });

  it('compares exactly: letter case, blanks, and what only looks alike are different texts (docs/contract.md C11.3, C11.5)', () => {
    const given = ['ab', 'AB', 'ab ', 'a', 'b', '', 'é', 'e\u0301', '"', '\\"', '\ud83d', '\ud83d\ude00'];
    const table = compileTexts(given);
    expect(given.map((text) => findNumber(table, text))).toEqual([...given.keys()]);
    expect(findNumber(table, 'Ab')).toBe(-1);
  });

  it('distinguishes texts with the same hash', () => {
    // At this size places collide by the thousand.
    const given = Array.from({ length: 20_000 }, (_, index) => `4${index * 37}`);
    for (const seed of [0, 1, 0xffff_ffff]) {
      const table = compileTexts(given, seed);
      expect(given.every((text, number) => findNumber(table, text) === number)).toBe(true);
      expect(given.every((text) => findNumber(table, `${text}x`) === -1)).toBe(true);
    }
  });

  it('finds the last of equal texts; an empty table finds nothing', () => {
    expect(findNumber(compileTexts(['a', 'b', 'a']), 'a')).toBe(2);
    expect(findNumber(compileTexts([]), 'a')).toBe(-1);
  });

  it('finds texts longer than all previous ones', () => {
    const long = 'ü'.repeat(5_000);
    const table = compileTexts(['short', long]);
    expect(findNumber(table, long)).toBe(1);
    expect(textAt(table, 1)).toBe(long);
  });
});
