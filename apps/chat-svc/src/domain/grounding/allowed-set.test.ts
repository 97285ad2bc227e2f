import { describe, expect, expectTypeOf, it } from 'vitest';
import { type AllowedSet, type MatchedRef, type Ref, withAllowedSet } from './allowed-set.js';

describe('an allowed set', () => {
  it('has a ref for each allowed document and for no other', () => {
    withAllowedSet({ eligible: [7, 3], matched: [] }, (allowed) => {
      expect(allowed.size).toBe(2);
      expect([allowed.refOf(7), allowed.refOf(3)].every((ref) => ref !== undefined)).toBe(true);
      expect([allowed.refOf(0), allowed.refOf(-1), allowed.refOf(7.5), allowed.refOf(Number.NaN)]).toEqual(Array(4).fill(undefined));
    });
  });

  it('checks the bounds of an index', () => {
    withAllowedSet({ eligible: [7], matched: [] }, (allowed) => {
      expect(allowed.at(0)).toBe(allowed.refOf(7));
      expect([allowed.at(1), allowed.at(-1), allowed.at(0.5)]).toEqual([undefined, undefined, undefined]);
    });
  });

  it('recommends only what is in the match, and drops what the match has beyond the eligible', () => {
    withAllowedSet({ eligible: [1, 2, 3], matched: [9, 3, 1] }, (allowed) => {
      expect(allowed.matchedCount).toBe(2);
      const [one, two, three] = [1, 2, 3].map((document) => allowed.refOf(document) as Ref<unknown>) as [never, never, never];
      expect(allowed.asMatched(two)).toBeUndefined();
      expect([allowed.rankOf(three), allowed.rankOf(one), allowed.rankOf(two)]).toEqual([0, 1, undefined]);
    });
  });

  it('refuses a ref of another turn and an object that looks like one', () => {
    const stolen = withAllowedSet({ eligible: [1], matched: [] }, (allowed): unknown => allowed.at(0));
    withAllowedSet({ eligible: [1], matched: [] }, (allowed) => {
      for (const forged of [stolen, {}, JSON.parse('{"ref":0}'), 0, 'LIP-MATTE'])
        expect(() => allowed.documentOf(forged as never)).toThrow('A ref must be from the allowed set of its turn.');
    });
  });

  it('has refs that contain nothing and cannot be changed', () => {
    withAllowedSet({ eligible: [5], matched: [] }, (allowed) => {
      const ref = allowed.at(0);
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
    expectTypeOf<ReturnType<AllowedSet<First>['at']>>().toEqualTypeOf<Ref<First> | undefined>();
  });
});
