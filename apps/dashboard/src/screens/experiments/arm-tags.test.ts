import { applyTaggingOperations, MAX_ARM_TAGGING_OPERATIONS, type TaggingOperation } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooMany, mergeOperations, NO_CHANGE, toOperations } from './arm-tags.js';

describe('changes of tags of an arm (docs/dashboard.md Y53.7)', () => {
  it('are one operation for each chosen product and variant', () => {
    expect(toOperations({ productIds: ['P1', 'P2'], variantIds: ['V1'], add: ['finish:matte'], remove: [] })).toEqual([
      { kind: 'product', id: 'P1', add: ['finish:matte'], remove: [] },
      { kind: 'product', id: 'P2', add: ['finish:matte'], remove: [] },
      { kind: 'variant', id: 'V1', add: ['finish:matte'], remove: [] },
    ]);
    expect(toOperations(NO_CHANGE)).toEqual([]);
  });

  it('of the same product are one operation, in which the later change of a tag counts', () => {
    const change = (add: string[], remove: string[], id = 'P1') => ({ kind: 'product' as const, id, add, remove });
    expect(
      mergeOperations([change(['a:1', 'a:2'], ['b:1']), change(['c:1'], [], 'P2')], [change(['b:1'], ['a:1'])]),
    ).toEqual([change(['a:2', 'b:1'], ['a:1']), change(['c:1'], [], 'P2')]);
  });

  it('merged lead to the tags that they lead to one after the other', () => {
    const tags = fc.uniqueArray(fc.constantFrom('a:1', 'a:2', 'b:1', 'b:2'), { maxLength: 3 });
    const operation = fc
      .record({
        kind: fc.constantFrom('product' as const, 'variant' as const),
        id: fc.constantFrom('1', '2'),
        add: tags,
      })
      .chain((one) =>
        tags.map((remove): TaggingOperation => ({ ...one, remove: remove.filter((tag) => !one.add.includes(tag)) })),
      );
    const sorted = (entries: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(Object.entries(entries).map(([id, own]) => [id, [...own].sort()]));
    fc.assert(
      fc.property(fc.array(operation), fc.array(operation), tags, (earlier, later, own) => {
        const before = { products: { 1: own }, variants: { 2: own } };
        const expected = applyTaggingOperations(before, [...earlier, ...later]).tagging;
        const { tagging } = applyTaggingOperations(before, mergeOperations(earlier, later));
        expect([sorted(tagging.products), sorted(tagging.variants)]).toEqual([
          sorted(expected.products),
          sorted(expected.variants),
        ]);
      }),
    );
  });

  it('are at most as many as a test takes', () => {
    const many = Array.from({ length: MAX_ARM_TAGGING_OPERATIONS + 1 }, (_, index) => `P${index}`);
    const operations = toOperations({ ...NO_CHANGE, productIds: many, add: ['a:1'] });
    expect([isTooMany(operations), isTooMany(operations.slice(1))]).toEqual([true, false]);
  });
});
