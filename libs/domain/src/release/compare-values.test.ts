import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues, ORDER, toText } from './compare-values.js';

const rule = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), by: fc.integer({ min: 0, max: 3 }) });
const value = fc.record({
  rules: fc.uniqueArray(rule, { selector: ({ key }) => key }),
  tags: fc.array(fc.constantFrom('x:1', 'x:2')),
  mode: fc.constantFrom('require', 'prefer', null),
});

describe('the differences of two values (docs/dashboard.md Y14.1)', () => {
  it('there are none exactly if the values are equal, whatever the order of their names', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(compareValues(before, after).length === 0).toBe(toText(before) === toText(after));
        expect(compareValues(before, Object.fromEntries(Object.entries(before).reverse()))).toEqual([]);
      }),
    );
  });

  it('in the other direction, before and after change places', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const turned = compareValues(after, before).map(({ path, before: was, after: is }) =>
          toText({ path, before: is, after: was }),
        );
        expect(turned.sort()).toEqual(compareValues(before, after).map(toText).sort());
      }),
    );
  });

  it('names an element of a list by its key, and reports a new order once', () => {
    const before = {
      rules: [
        { key: 'a', by: 1 },
        { key: 'b', by: 1 },
        { key: 'c', by: 1 },
      ],
    };
    const after = {
      rules: [
        { key: 'c', by: 1 },
        { key: 'a', by: 2 },
        { key: 'd', by: 1 },
      ],
    };
    expect(compareValues(before, after)).toEqual([
      { path: ['rules', 'a', 'by'], before: 1, after: 2 },
      { path: ['rules', 'b'], before: { key: 'b', by: 1 }, after: undefined },
      { path: ['rules', 'd'], before: undefined, after: { key: 'd', by: 1 } },
      { path: ['rules', ORDER], before: ['a', 'c'], after: ['c', 'a'] },
    ]);
  });

  it('zero, an empty text and false are values', () => {
    expect(compareValues({ a: 0, b: '', c: false }, { a: null, b: null, c: null })).toHaveLength(3);
    expect(compareValues({ a: 0 }, {})).toEqual([{ path: ['a'], before: 0, after: undefined }]);
  });
});
