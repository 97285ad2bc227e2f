import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryIds } from './option-ids.js';

const list = (...keys: string[]) => keys.map((key) => ({ key }));
const before = carryIds([], list('dry', 'oily', 'option'));
const ids = (...keys: string[]) => carryIds(before, list(...keys)).map(({ id }) => id);

describe('which option is which while the list changes', () => {
  it('follows a new key, as it arises while a caption is typed', () => {
    expect(ids('dry', 'oily', 'c')).toEqual([0, 1, 2]);
    expect(ids('very_dry', 'oily', 'option')).toEqual([0, 1, 2]);
  });

  it('follows moved options', () => {
    expect(ids('option', 'dry', 'oily')).toEqual([2, 0, 1]);
  });

  it('gives options that were added ids of their own, and takes none from those that are left', () => {
    expect(ids('dry', 'normal', 'oily', 'option')).toEqual([0, 3, 1, 2]);
    expect(ids('dry', 'option')).toEqual([0, 2]);
  });

  it('never gives one id twice, also where keys are empty or repeated', () => {
    const keys = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 6 });
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        const carried = carryIds(carryIds([], list(...one)), list(...other));
        expect(carried.map(({ key }) => key)).toEqual(other);
        expect(new Set(carried.map(({ id }) => id)).size).toBe(other.length);
      }),
    );
  });
});
