import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../funnel/steps.js';
import { buildSelection, buildStep, multiSelection, rows, singleSelection } from '../funnel/steps.testing.js';
import type { SelectionValue } from './answers.js';
import { selectionValues } from './arbitraries.testing.js';
import { migrateAnswers } from './migrate-answers.js';

describe('migrateAnswers (docs/contract.md C16)', () => {
  it('keeps an answer whose step and key exist, without regard to case, and stores the key in lower case (docs/contract.md C16.1)', () => {
    const migrated = migrateAnswers(rows([1, 'DRYNESS']), [singleSelection(1, ['Dryness', 'oil'])]);
    expect(migrated).toEqual({ values: rows([1, 'dryness']), changes: [] });
  });

  it('renames a key that only formerKeys knows (docs/contract.md C16.2)', () => {
    const migrated = migrateAnswers(rows([1, 'Dry']), [singleSelection(1, [buildSelection('dryness', ['DRY'])])]);
    expect(migrated.values).toEqual(rows([1, 'dryness']));
    expect(migrated.changes).toEqual([
      { kind: 'renamed', from: { stepId: 1, selectedKey: 'dry' }, to: { stepId: 1, selectedKey: 'dryness' } },
    ]);
  });

  it('keeps a key that exists although another option lists it as its former one (docs/contract.md C16.1)', () => {
    const step = singleSelection(1, [buildSelection('new', ['old']), 'old']);
    expect(migrateAnswers(rows([1, 'old']), [step]).values).toEqual(rows([1, 'old']));
  });

  it('moves an answer to the step that lists its step id in formerIds, renaming it on the way (docs/contract.md C16.3)', () => {
    const step = singleSelection(2, [buildSelection('dryness', ['dry'])], { formerIds: [1] });
    const migrated = migrateAnswers(rows([1, 'dry']), [step]);
    expect(migrated.values).toEqual(rows([2, 'dryness']));
    expect(migrated.changes.map((change) => change.kind)).toEqual(['moved']);
  });

  it('does not move an answer whose own step is still there', () => {
    const steps = [singleSelection(1, ['a']), singleSelection(2, ['b'], { formerIds: [1] })];
    expect(migrateAnswers(rows([1, 'b']), steps)).toEqual({
      values: [],
      changes: [{ kind: 'dropped', from: { stepId: 1, selectedKey: 'b' }, stepId: 1, reason: 'unknown-key' }],
    });
  });

  it('gives the answer of a step that was split to the first successor that knows the key (docs/contract.md C16.3)', () => {
    const steps = [
      singleSelection(3, ['b'], { formerIds: [1], orderNumber: 9 }),
      singleSelection(2, ['a'], { formerIds: [1], orderNumber: 8 }),
    ];
    expect(migrateAnswers(rows([1, 'a'], [1, 'b']), steps).values).toEqual(rows([2, 'a'], [3, 'b']));
  });

  it.each([
    ['unknown-step', rows([9, 'a'])],
    ['unknown-key', rows([1, 'z'])],
    ['built-in-step', rows([5, 'red'])],
    ['second-answer', rows([1, 'a'], [1, 'b'])],
  ])('drops the rest, saying why: %s (docs/contract.md C16.4)', (reason, given) => {
    const steps = [singleSelection(1, ['a', 'b']), buildStep(5, 'HAIR_COLOR')];
    expect(migrateAnswers(given, steps).changes).toEqual([expect.objectContaining({ kind: 'dropped', reason })]);
  });

  it('keeps the first row of a single-selection step that takes over two steps (docs/contract.md C8.4, C16.4)', () => {
    const step = singleSelection(3, ['a', 'b'], { formerIds: [1, 2] });
    expect(migrateAnswers(rows([2, 'b'], [1, 'a']), [step]).values).toEqual(rows([3, 'b']));
  });

  it('collapses equal rows of a multi-selection step silently, also those that a rename makes equal', () => {
    const step = multiSelection(1, [buildSelection('a', ['old'])]);
    const migrated = migrateAnswers(rows([1, 'a'], [1, 'A'], [1, 'old']), [step]);
    expect(migrated.values).toEqual(rows([1, 'a']));
  });

  it('agrees with a slow and obvious twin on random versions and answers (docs/contract.md C16.1)', () => {
    fc.assert(
      fc.property(versions, selectionValues, (steps, values) => {
        expect(migrateAnswers(values, steps).values).toEqual(migrateSlowly(values, steps));
      }),
      { numRuns: 1000 },
    );
  });

  it('is idempotent: migrating the result again changes nothing (docs/contract.md C16.5)', () => {
    fc.assert(
      fc.property(versions, selectionValues, (steps, values) => {
        const once = migrateAnswers(values, steps);
        expect(migrateAnswers(once.values, steps)).toEqual({ values: once.values, changes: [] });
      }),
    );
  });

  it('does not depend on the order in which the steps are listed (docs/contract.md C16.5)', () => {
    fc.assert(
      fc.property(versions, selectionValues, (steps, values) => {
        expect(migrateAnswers(values, [...steps].reverse())).toEqual(migrateAnswers(values, steps));
      }),
    );
  });

  it('accounts for every row: kept, renamed, moved, dropped, or equal to a kept one', () => {
    fc.assert(
      fc.property(versions, selectionValues, (steps, values) => {
        const { values: kept, changes } = migrateAnswers(values, steps);
        const dropped = changes.filter((change) => change.kind === 'dropped').length;
        expect(kept.length + dropped).toBeLessThanOrEqual(values.length);
        const custom = new Set(steps.filter((step) => step.type.endsWith('_SELECTION')).map((step) => step.id));
        expect(kept.every((row) => custom.has(row.stepId))).toBe(true);
      }),
    );
  });

  it('reads each option of a step once, however many rows there are, so a request cannot buy seconds of work', () => {
    let reads = 0;
    const keys = Array.from({ length: 200 }, (_, index) => {
      const formerKeys = Array.from({ length: 500 }, (_, former) => `former${index}_${former}`);
      return Object.defineProperty(buildSelection(`key${index}`, []), 'formerKeys', {
        get() {
          reads += 1;
          return formerKeys;
        },
      });
    });
    const given = Array.from({ length: 2000 }, (_, index) => ({ stepId: 1, selectedKey: `unknown${index}` }));
    expect(migrateAnswers(given, [multiSelection(1, keys)]).values).toEqual([]);
    expect(reads).toBe(keys.length);
    expect(migrateAnswers(rows([1, 'former7_499']), [multiSelection(1, keys)]).values).toEqual(rows([1, 'key7']));
  });
});

/** Custom steps with former keys and ids at random, ambiguous ones too. */
const versions: fc.Arbitrary<Step[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      single: fc.boolean(),
      orderNumber: fc.integer({ min: 0, max: 2 }),
      formerIds: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
      options: fc.uniqueArray(
        fc.record({
          key: fc.constantFrom('a', 'B', 'c', 'D'),
          formerKeys: fc.array(fc.constantFrom('A', 'b', 'c', 'e', 'light'), { maxLength: 2 }),
        }),
        { selector: (option) => option.key, maxLength: 4 },
      ),
    }),
    { selector: (step) => step.id, maxLength: 5 },
  )
  .map((given) =>
    given.map(({ id, single, options, ...step }) =>
      (single ? singleSelection : multiSelection)(
        id,
        options.map((option) => buildSelection(option.key, option.formerKeys)),
        step,
      ),
    ),
  );

/** The paragraph of the contract, sentence by sentence. */
function migrateSlowly(values: SelectionValue[], steps: Step[]): SelectionValue[] {
  const ordered = [...steps].sort((a, b) => a.orderNumber - b.orderNumber || a.id - b.id);
  const isSameKey = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const result: SelectionValue[] = [];
  for (const row of values) {
    const sameStep = ordered.filter((step) => step.id === row.stepId);
    const candidates = sameStep.length > 0 ? sameStep : ordered.filter((step) => step.formerIds.includes(row.stepId));
    const places = candidates.flatMap((step) => {
      const kept = step.selections.filter((option) => isSameKey(option.key, row.selectedKey));
      const renamed = step.selections.filter((option) =>
        option.formerKeys.some((key) => isSameKey(key, row.selectedKey)),
      );
      return [...kept, ...renamed].slice(0, 1).map((option) => ({ step, selectedKey: option.key.toLowerCase() }));
    });
    const place = places[0];
    if (!place) continue;
    const before = result.filter((kept) => kept.stepId === place.step.id);
    if (place.step.type === 'SINGLE_SELECTION' && before.length > 0) continue;
    if (before.some((kept) => kept.selectedKey === place.selectedKey)) continue;
    result.push({ stepId: place.step.id, selectedKey: place.selectedKey });
  }
  return result;
}
