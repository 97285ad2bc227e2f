import { array, assert, constantFrom, property, record, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TAGS } from '../limits.js';
import type { Tagging } from './matching-settings.js';
import { applyTaggingOperations, type TaggingOperation } from './tagging-operations.js';
import { normalizeTag } from './tags.js';

const TAGS = [
  'finish:matte',
  'finish:dewy',
  'color_type:TRUE_SPRING',
  'color_type:true_spring',
  'skin: dry',
  'skin:dry',
];
const IDS = ['1', '2', 'constructor', '__proto__'];

const operations = array(
  record({
    kind: constantFrom('product' as const, 'variant' as const),
    id: constantFrom(...IDS),
    add: subarray(TAGS),
    remove: subarray(TAGS),
  }),
  { maxLength: 12 },
);
const entries = array(record({ id: constantFrom(...IDS), tags: subarray(TAGS, { minLength: 1 }) })).map(
  (given) => Object.fromEntries(given.map(({ id, tags }) => [id, tags])) as Record<string, string[]>,
);
const taggings = record({ products: entries, variants: entries });

/** The slow and obvious twin: a set of texts. */
function toSets({ products, variants }: Tagging): Set<string> {
  const all = new Set<string>();
  for (const [kind, list] of [
    ['product', products],
    ['variant', variants],
  ] as const) {
    for (const [id, tags] of Object.entries(list))
      for (const tag of tags) all.add(`${kind} ${id} ${normalizeTag(tag)}`);
  }
  return all;
}

function applySlowly(before: ReadonlySet<string>, given: readonly TaggingOperation[]) {
  const all = new Set(before);
  let applied = 0;
  for (const { kind, id, add, remove } of given) {
    const old = [...all].sort().join();
    const removed = new Set(remove.map((tag) => `${kind} ${id} ${normalizeTag(tag)}`));
    const added = add.map((tag) => `${kind} ${id} ${normalizeTag(tag)}`);
    const touched = [...removed].some((key) => all.has(key)) || added.some((key) => !all.has(key));
    for (const key of removed) all.delete(key);
    for (const key of added) all.add(key);
    if (touched || [...all].sort().join() !== old) applied += 1;
  }
  return { all, applied };
}

const sorted = (set: ReadonlySet<string>) => [...set].sort();

describe('operations on tags (docs/management.md "Tagging")', () => {
  it('have the effect of sets, and leave the given tagging alone', () => {
    assert(
      property(taggings, operations, (before, given) => {
        const copy = JSON.stringify(before);
        const { tagging, applied, withoutEffect, changed } = applyTaggingOperations(before, given);
        const slow = applySlowly(toSets(before), given);
        expect(sorted(toSets(tagging))).toEqual(sorted(slow.all));
        expect([applied, withoutEffect]).toEqual([slow.applied, given.length - slow.applied]);
        expect(changed).toBe(sorted(toSets(before)).join() !== sorted(slow.all).join());
        expect(JSON.stringify(before)).toBe(copy);
      }),
    );
  });

  it('repeating them changes nothing', () => {
    assert(
      property(taggings, operations, (before, given) => {
        // An operation that adds and removes one tag is refused before; a later one may undo an earlier one.
        const last = new Map(given.map((operation) => [`${operation.kind} ${operation.id}`, operation]));
        const distinct = [...last.values()].map((operation) => ({ ...operation, remove: [] }));
        const once = applyTaggingOperations(before, distinct).tagging;
        expect(applyTaggingOperations(once, distinct)).toMatchObject({ changed: false, applied: 0, tagging: once });
      }),
    );
  });

  it('of two users who tag different things give the same tags in either order', () => {
    assert(
      property(taggings, operations, operations, (before, mine, theirs) => {
        const own = mine.map((operation) => ({ ...operation, id: `own ${operation.id}` }));
        const apply = (first: TaggingOperation[], second: TaggingOperation[]) =>
          toSets(applyTaggingOperations(applyTaggingOperations(before, first).tagging, second).tagging);
        expect(sorted(apply(own, theirs))).toEqual(sorted(apply(theirs, own)));
      }),
    );
  });

  it('an entry without tags is removed, and one that ends as it began stays as it was written', () => {
    const before = { products: { P: ['a:b'] }, variants: { V: ['b:c', 'a:b'] } };
    const operation = (kind: 'product' | 'variant', id: string, add: string[], remove: string[]) => ({
      kind,
      id,
      add,
      remove,
    });
    expect(
      applyTaggingOperations(before, [
        operation('product', 'P', [], ['a:b']),
        operation('variant', 'V', [], ['b:c']),
        operation('variant', 'V', ['b:c'], []),
      ]),
    ).toMatchObject({ tagging: { products: {}, variants: { V: ['b:c', 'a:b'] } }, applied: 3 });
  });

  it('name those that give an entry too many tags', () => {
    const many = Array.from({ length: MAX_TAGS }, (_, index) => `t:${index}`);
    const add = (tags: string[]): TaggingOperation => ({ kind: 'variant', id: 'V', add: tags, remove: [] });
    expect(applyTaggingOperations({ products: {}, variants: {} }, [add(many), add(['one:more'])]).overfull).toEqual([
      1,
    ]);
  });
});
