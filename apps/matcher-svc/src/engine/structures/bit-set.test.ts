import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTo, countMembers, emptySet, forEachIn, intersect, isIn, subtract, unite } from './bit-set.js';

const SIZE = 100;
const members = fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }));

function toBits(list: readonly number[]) {
  const set = emptySet(SIZE);
  for (const member of list) addTo(set, member);
  return set;
}
function toList(set: ReturnType<typeof emptySet>): number[] {
  const list: number[] = [];
  forEachIn(set, (member) => list.push(member));
  return list;
}

describe('a set of bits', () => {
  it('does what a Set does', () => {
    fc.assert(
      fc.property(members, members, (one, other) => {
        const set = new Set(one);
        expect(toList(toBits(one))).toEqual(one.toSorted((a, b) => a - b));
        expect(countMembers(toBits(one))).toBe(set.size);
        for (let member = 0; member < SIZE; member += 1) expect(isIn(toBits(one), member)).toBe(set.has(member));
        for (const [operation, expected] of [
          [unite, [...set, ...other.filter((member) => !set.has(member))]],
          [intersect, other.filter((member) => set.has(member))],
          [subtract, one.filter((member) => !other.includes(member))],
        ] as const) {
          const result = toBits(one);
          operation(result, toBits(other));
          expect(toList(result)).toEqual(expected.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
