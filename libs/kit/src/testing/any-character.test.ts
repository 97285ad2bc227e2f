import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from './any-character.js';

describe('any character of Unicode', () => {
  const characters = anyCharacter(fc);

  it.each(['\0', 'a', '\ud7ff', '\ue000', '\u{10ffff}'])('%j is one, and can be made smaller', (character) => {
    expect(characters.canShrinkWithoutContext(character)).toBe(true);
  });

  it.each(['', 'ab', '\ud800', '\udfff', 7])('%j is none', (value) => {
    expect(characters.canShrinkWithoutContext(value)).toBe(false);
  });

  it('texts of them are those of the unit `binary`', () => {
    const sample = (unit: 'binary' | fc.Arbitrary<string>) =>
      fc.sample(fc.string({ unit }), { seed: 7, numRuns: 2_000 });
    const texts = sample(characters);
    expect(texts).toEqual(sample('binary'));
    expect(texts.filter((text) => /prototype|__|valueOf|toString|constructor/.test(text))).not.toEqual([]);
  });
});
