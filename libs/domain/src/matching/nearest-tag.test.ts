import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editsBetween, nearestTags } from './nearest-tag.js';

const nearest = (tag: string, ...known: string[]) => nearestTags([tag], known).get(tag);

describe('nearestTags', () => {
  it.each([
    ['a letter that is missing', 'concern:drynes'],
    ['a letter too many', 'concern:drynness'],
    ['another letter', 'concern:dryness', 'concern:driness'],
    ['two letters swapped', 'concern:dryenss'],
    ['a slip in the namespace', 'concren:dryness'],
    ['another letter case', 'concern:DRYNESS'],
  ])('finds the tag that was meant behind %s', (_slip, given, meant = 'concern:dryness') => {
    expect(nearest(given, 'finish:matte', meant, 'concern:redness')).toBe(meant);
  });

  it('says nothing about a tag that is like no other', () => {
    expect(nearest('concern:shine', 'concern:dryness', 'finish:matte')).toBeUndefined();
    expect(nearest('a:bc', 'a:de')).toBeUndefined();
    expect(nearest('a:b')).toBeUndefined();
  });

  it('takes the nearest one, and of equally near ones the first by code unit, whatever order they come in', () => {
    expect(nearest('skin:oilly', 'skin:only', 'skin:oily')).toBe('skin:oily');
    expect(nearest('skin:dray', 'skin:gray', 'skin:dry')).toBe('skin:dry');
    expect(nearest('line:ab', 'line:ax', 'line:aa')).toBe('line:aa');
  });

  it('is bounded: the more tags there are, the fewer are looked for', () => {
    const known = Array.from({ length: 60_000 }, (_, at) => `line:${at}`);
    expect([...nearestTags(['line:1a', 'line:2a'], known).keys()]).toEqual(['line:1a']);
  });
});

describe('editsBetween', () => {
  it('is the distance of optimal string alignment, up to a bound', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
        expect(editsBetween(a, b, max)).toBe(Math.min(plain(a, b), max + 1));
      }),
      { numRuns: 3_000 },
    );
  });
});

/** The same by its definition. */
function plain(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.at(-1), b.at(-1)];
  const swapped = a.length > 1 && b.length > 1 && x === b.at(-2) && y === a.at(-2);
  return Math.min(
    plain(a.slice(0, -1), b.slice(0, -1)) + (x === y ? 0 : 1),
    plain(a.slice(0, -1), b) + 1,
    plain(a, b.slice(0, -1)) + 1,
    ...(swapped ? [plain(a.slice(0, -2), b.slice(0, -2)) + 1] : []),
  );
}
