import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SelectionValue } from '../answers/answers.js';
import { migrateAnswers } from '../answers/migrate-answers.js';
import { carryForward } from './carry-forward.js';
import type { Selection, Step } from './steps.js';
import { buildSelection, multiSelection, rows, singleSelection } from './steps.testing.js';

const getFormerKeys = (steps: Step[]) => steps.flatMap((step) => step.selections.map((option) => option.formerKeys));

describe('carryForward (docs/management.md "Versions")', () => {
  it('leaves the first version as it is', () => {
    const first = [singleSelection(1, [buildSelection('a', ['x'])])];
    expect(carryForward(first, undefined)).toEqual(first);
  });

  it('keeps a chain of renames over three versions working from the first to the last', () => {
    const v1 = [singleSelection(1, ['arid'])];
    const v2 = carryForward([singleSelection(1, [buildSelection('dry', ['arid'])])], v1);
    const v3 = carryForward([singleSelection(1, [buildSelection('dryness', ['dry'])])], v2);
    expect(getFormerKeys(v3)).toEqual([['dry', 'arid']]);
    expect(migrateAnswers(rows([1, 'arid']), v3).values).toEqual(rows([1, 'dryness']));
  });

  it('keeps the history of an option that the next version names without its former keys', () => {
    const v2 = [singleSelection(1, [buildSelection('dry', ['arid'])])];
    expect(getFormerKeys(carryForward([singleSelection(1, ['DRY'])], v2))).toEqual([['arid']]);
  });

  it('keeps a chain of replaced steps working, with the keys that were renamed on the way', () => {
    const v1 = [singleSelection(1, ['arid'])];
    const v2 = carryForward([singleSelection(2, [buildSelection('dry', ['arid'])], { formerIds: [1] })], v1);
    const v3 = carryForward([singleSelection(3, ['dry'], { formerIds: [2] })], v2);
    expect(v3[0]?.formerIds).toEqual([2, 1]);
    expect(migrateAnswers(rows([1, 'arid']), v3).values).toEqual(rows([3, 'dry']));
  });

  it('takes over the history of a removed option that a successor lists', () => {
    const v2 = [multiSelection(1, [buildSelection('a', ['a0']), buildSelection('b', ['b0'])])];
    const v3 = carryForward([multiSelection(1, [buildSelection('ab', ['a', 'b'])])], v2);
    expect(getFormerKeys(v3)).toEqual([['a', 'b', 'a0', 'b0']]);
  });

  it('does not carry what the next version says itself: a key that is back is a key of its own', () => {
    const v2 = [singleSelection(1, [buildSelection('new', ['old'])])];
    const v3 = carryForward([singleSelection(1, ['new', 'old'])], v2);
    expect(getFormerKeys(v3)).toEqual([[], []]);
  });

  it('does not carry a former key that the next version gives to another option', () => {
    const v2 = [singleSelection(1, [buildSelection('b', ['a']), 'c'])];
    const v3 = carryForward([singleSelection(1, ['b', buildSelection('c', ['A'])])], v2);
    expect(getFormerKeys(v3)).toEqual([[], ['A']]);
  });

  it('changes neither of its arguments', () => {
    const v2 = [singleSelection(1, [buildSelection('dry', ['arid'])])];
    const next = [singleSelection(1, ['dry'])];
    const before = JSON.parse(JSON.stringify([v2, next]));
    carryForward(next, v2);
    expect([v2, next]).toEqual(before);
  });

  it('carries nothing twice: the same steps applied again are the same version', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const versions = publish(history);
        const current = versions.at(-1) as Step[];
        expect(carryForward(history.at(-1) as Step[], current)).toEqual(current);
      }),
    );
  });

  it('makes migrating directly to the newest version equal to migrating version by version', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (history, choices) => {
        const versions = publish(history);
        const answers = (versions[0] as Step[]).flatMap((step) =>
          step.selections
            .filter(() => ((choices.next().value ?? 0) as number) % 2 === 0)
            .map((option) => ({ stepId: step.id, selectedKey: option.key.toLowerCase() })),
        );
        const stepwise = versions.reduce<SelectionValue[]>(
          (given, steps) => migrateAnswers(given, steps).values,
          answers,
        );
        expect(sorted(migrateAnswers(answers, versions.at(-1) as Step[]).values)).toEqual(sorted(stepwise));
      }),
      { numRuns: 500 },
    );
  });
});

function publish(history: Step[][]): Step[][] {
  const versions: Step[][] = [];
  for (const next of history) versions.push(carryForward(next, versions.at(-1)));
  return versions;
}

const sorted = (values: SelectionValue[]): string[] => values.map((row) => `${row.stepId} ${row.selectedKey}`).sort();

/**
 * What merchants do between two versions: rename, merge, remove and add options, replace and merge steps. Keys and ids are
 * never used again for something else (that is the merchant's own statement and rightly ends a history).
 */
type Edit = { kind: 'rename' | 'merge' | 'remove' | 'add' | 'replace' | 'merge-steps'; at: number };

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('rename', 'merge', 'remove', 'add', 'replace', 'merge-steps'),
    at: fc.nat({ max: 1000 }),
  }),
  { maxLength: 5 },
);

/** Three to five versions as the merchant writes them: only the last change is listed, older history is left out. */
const histories: fc.Arbitrary<Step[][]> = fc.array(edits, { minLength: 2, maxLength: 4 }).map((perVersion) => {
  let fresh = 10;
  const history: Step[][] = [[multiSelection(1, ['a', 'B', 'c']), multiSelection(2, ['d', 'E'])]];
  for (const editsOfVersion of perVersion) {
    const unlisted = (history.at(-1) as Step[]).map((step) => ({
      ...step,
      formerIds: [],
      selections: step.selections.map((option) => ({ ...option, formerKeys: [] })),
    }));
    history.push(editsOfVersion.reduce<Step[]>((steps, edit) => applyEdit(steps, edit, () => fresh++), unlisted));
  }
  return history;
});

function applyEdit(steps: Step[], { kind, at }: Edit, fresh: () => number): Step[] {
  const index = at % steps.length;
  const step = steps[index] as Step;
  const options = step.selections;
  const chosen = at % Math.max(1, options.length);
  const others = options.filter((_, place) => place !== chosen);
  const option = options[chosen];
  // Edits of one version add up: a middle name that no version had is listed too, which does no harm.
  const listed = ({ key, formerKeys }: Selection) => [key, ...formerKeys];
  const getIds = ({ id, formerIds }: Step) => [id, ...formerIds];
  const withOptions = (selections: Step['selections']) =>
    steps.map((other, place) => (place === index ? { ...step, selections } : other));
  switch (kind) {
    case 'rename':
      return option ? withOptions([...others, buildSelection(`k${fresh()}`, listed(option))]) : steps;
    case 'merge': {
      const [other, ...rest] = others;
      if (!option || !other) return steps;
      return withOptions([...rest, buildSelection(`K${fresh()}`, [...listed(option), ...listed(other)])]);
    }
    case 'remove':
      return withOptions(others);
    case 'add':
      return withOptions([...options, buildSelection(`k${fresh()}`)]);
    case 'replace':
      return steps.map((other) => (other === step ? { ...step, id: fresh(), formerIds: getIds(step) } : other));
    case 'merge-steps': {
      const other = steps[(index + 1) % steps.length] as Step;
      if (other === step) return steps;
      const merged = { ...step, id: fresh(), formerIds: [...getIds(step), ...getIds(other)] };
      const rest = steps.filter((kept) => kept !== step && kept !== other);
      return [...rest, { ...merged, selections: [...step.selections, ...other.selections] }];
    }
  }
}
