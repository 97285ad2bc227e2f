import { describe, expect, expectTypeOf, it } from 'vitest';
import { BitSet } from '../search/bit-set.js';
import { type AllowedSet, type MatchedRef, type Ref, withAllowedSet } from './allowed-set.js';

describe('an allowed set', () => {
  it('has a ref for each allowed document and for no other', () => {
    withAllowedSet({ eligible: BitSet.from(32, [7, 3]), matched: [] }, (allowed) => {
      expect(allowed.documents.toArray()).toEqual([3, 7]);
      expect([allowed.getRef(7), allowed.getRef(3)].every((ref) => ref !== undefined)).toBe(true);
      expect([0, -1, 7.5, 40, Number.NaN].map((document) => allowed.getRef(document))).toEqual(
        Array(5).fill(undefined),
      );
    });
  });

  it('recommends only what is in the match, and drops what the match has beyond the eligible', () => {
    withAllowedSet({ eligible: BitSet.from(32, [1, 2, 3]), matched: [9, 3, 1] }, (allowed) => {
      expect(allowed.matchedCount).toBe(2);
      const [one, two, three] = [1, 2, 3].map((document) => allowed.getRef(document) as Ref<unknown>) as [
        never,
        never,
        never,
      ];
      expect(allowed.asMatched(two)).toBeUndefined();
      expect([allowed.getRank(three), allowed.getRank(one), allowed.getRank(two)]).toEqual([0, 1, undefined]);
    });
  });

  it('refuses a ref of another turn and an object that looks like one', () => {
    const stolen = withAllowedSet({ eligible: BitSet.from(32, [1]), matched: [] }, (allowed): unknown =>
      allowed.getRef(1),
    );
    withAllowedSet({ eligible: BitSet.from(32, [1]), matched: [] }, (allowed) => {
      for (const forged of [stolen, {}, JSON.parse('{"ref":0}'), 0, 'LIP-MATTE'])
        expect(() => allowed.getDocument(forged as never)).toThrow('A ref must be from the allowed set of its turn.');
    });
  });

  it('has refs that contain nothing and cannot be changed', () => {
    withAllowedSet({ eligible: BitSet.from(32, [5]), matched: [] }, (allowed) => {
      const ref = allowed.getRef(5);
      expect(JSON.stringify(ref)).toBe('{}');
      expect(Object.isFrozen(ref)).toBe(true);
    });
  });
});

describe('the type of a ref', () => {
  it('accepts no string, number or object, and no ref of another turn', () => {
    type First = { readonly turn: 1 };
    type Second = { readonly turn: 2 };
    expectTypeOf<string>().not.toExtend<Ref<First>>();
    expectTypeOf<number>().not.toExtend<Ref<First>>();
    expectTypeOf<Record<string, never>>().not.toExtend<Ref<First>>();
    expectTypeOf<Ref<Second>>().not.toExtend<Ref<First>>();
    expectTypeOf<Ref<First>>().not.toExtend<MatchedRef<First>>();
    expectTypeOf<MatchedRef<First>>().toExtend<Ref<First>>();
    expectTypeOf<ReturnType<AllowedSet<First>['getRef']>>().toEqualTypeOf<Ref<First> | undefined>();
  });
});
