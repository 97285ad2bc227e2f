import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SelectionValue } from '../answers/answers.js';
import { answersInForce } from '../answers/answers-in-force.js';
import { steps as anySteps, matchingAnswers } from '../answers/arbitraries.testing.js';
import { migrateAnswers } from '../answers/migrate-answers.js';
import { checkSteps } from '../checks/check-steps.js';
import { MAX_FORMER } from '../limits.js';
import { carryForward } from './carry-forward.js';
import { rollBackSteps } from './roll-back-steps.js';
import { isCustomStep, type Step } from './steps.js';
import { buildSelection, multiSelection, rows, singleSelection } from './steps.testing.js';

/** What is in force after the rollback: published over the current version, as every version. */
const rolledBack = (target: Step[], ...later: Step[][]): Step[] =>
  carryForward(rollBackSteps(target, later), later.at(-1));
const migrate = (values: SelectionValue[], steps: Step[]) => migrateAnswers(values, steps).values;

describe('rollBackSteps (release safety: answers given since are not lost)', () => {
  it('an option that was renamed lists the newer key, so that answers to it come back', () => {
    const v1 = [singleSelection(1, ['dry', 'oily'])];
    const v2 = carryForward([singleSelection(1, [buildSelection('dryness', ['dry']), 'oily'])], v1);
    const v3 = rolledBack(v1, v2);
    expect(v3).toEqual([singleSelection(1, [buildSelection('dry', ['dryness']), 'oily'].map(placed))]);
    expect(migrate(rows([1, 'dryness']), v3)).toEqual(rows([1, 'dry']));
  });

  it('a step that was replaced lists the newer id, with the keys that were renamed on the way', () => {
    const v1 = [multiSelection(1, ['a', 'b'])];
    const v2 = carryForward([multiSelection(2, [buildSelection('A2', ['a']), 'b'], { formerIds: [1] })], v1);
    const v3 = rolledBack(v1, v2);
    expect(v3[0]?.formerIds).toEqual([2]);
    expect(migrate(rows([2, 'a2'], [2, 'b']), v3)).toEqual(rows([1, 'a'], [1, 'b']));
  });

  it('answers to a version in between come back too, also those that the current one had dropped', () => {
    const v1 = [singleSelection(1, ['a', 'b'])];
    const v2 = carryForward([singleSelection(1, [buildSelection('x', ['a']), 'b'])], v1);
    const v3 = carryForward([singleSelection(1, ['b'])], v2);
    expect(migrate(rows([1, 'x']), rolledBack(v1, v2, v3))).toEqual(rows([1, 'a']));
  });

  it('steps that a later version made one are two again: each takes the answers that its options know', () => {
    const v1 = [multiSelection(1, ['a']), multiSelection(2, ['b'])];
    const merged = multiSelection(3, [buildSelection('x', ['a']), buildSelection('y', ['b'])], { formerIds: [1, 2] });
    expect(migrate(rows([3, 'x'], [3, 'y']), rolledBack(v1, carryForward([merged], v1)))).toEqual(
      rows([1, 'a'], [2, 'b']),
    );
  });

  it('of options that a later version made one, the first takes the answers', () => {
    const v1 = [singleSelection(1, ['a', 'b'])];
    const v2 = carryForward([singleSelection(1, [buildSelection('ab', ['a', 'b'])])], v1);
    expect(migrate(rows([1, 'ab']), rolledBack(v1, v2))).toEqual(rows([1, 'a']));
  });

  it('a key that the earlier version has keeps the meaning that it has there', () => {
    const v1 = [singleSelection(1, ['a', 'b'])];
    const swapped = [singleSelection(1, [buildSelection('b', ['a']), buildSelection('c', ['b'])])];
    const v3 = rolledBack(v1, carryForward(swapped, v1));
    expect(migrate(rows([1, 'b'], [1, 'c']), v3)).toEqual(rows([1, 'b']));
    expect(migrate(rows([1, 'c']), v3)).toEqual(rows([1, 'b']));
  });

  it('a former id that the earlier version lists for one step is not given to another', () => {
    const v1 = [singleSelection(1, ['a'], { formerIds: [9] }), singleSelection(2, ['b'])];
    const v2 = carryForward([singleSelection(9, [buildSelection('x', ['b'])], { formerIds: [2] })], v1);
    expect(rollBackSteps(v1, [v2]).map(({ formerIds }) => formerIds)).toEqual([[9], []]);
  });

  it('lists no more than a blueprint may, the newest renames first', () => {
    const target = [singleSelection(1, ['a'])];
    const later = Array.from({ length: MAX_FORMER + 10 }, (_, index) => [
      singleSelection(1, [buildSelection(`k${index}`, ['a'])]),
    ]);
    const formerKeys = rollBackSteps(target, later)[0]?.selections[0]?.formerKeys ?? [];
    expect([formerKeys.length, formerKeys[0]]).toEqual([MAX_FORMER, `k${MAX_FORMER + 9}`]);
  });

  it('rolling back to what is in force changes nothing', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const current = publish(history).at(-1) as Step[];
        expect(rolledBack(current, current)).toEqual(current);
      }),
    );
  });

  it('forward, then back is the identity for every option that still is itself, over any number of versions', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const versions = publish(history);
        const [target, ...later] = versions as [Step[], ...Step[][]];
        const back = rolledBack(target, ...later);
        for (const version of later) {
          const places = optionRows(target).map((row) => ({ row, now: migrate([row], version)[0] }));
          for (const { now } of places) {
            if (!now) continue; // Removed: nothing can come back.
            const same = places.filter((other) => equal(other.now, now));
            expect(migrate([now], back)).toEqual([same[0]?.row]);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('every answer that the earlier version understood enters a match exactly as it did, byte for byte', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.infiniteStream(fc.boolean()), (history, at, draws) => {
        const versions = publish(history);
        const index = at % versions.length;
        const target = versions[index] as Step[];
        const back = rolledBack(target, ...versions.slice(index + 1));
        const given = versions.slice(0, index + 1).flatMap(optionRows);
        const understood = given.filter((row) => migrate([row], target).length > 0 && draws.next().value === true);
        const answers = { selectionValues: understood };
        expect(JSON.stringify(answersInForce(answers, back))).toBe(JSON.stringify(answersInForce(answers, target)));
      }),
      { numRuns: 500 },
    );
  });

  it('is a version that can be published, whatever the two versions are', () => {
    fc.assert(
      fc.property(anySteps, anySteps, matchingAnswers, (target, current, answers) => {
        const back = rollBackSteps(target, [current]);
        const about = /formerIds|formerKeys/;
        const problems = (steps: Step[]) => checkSteps(steps).filter(({ path }) => about.test(path));
        expect(problems(back)).toEqual(problems(target));
        const understood = answers.selectionValues.filter((row) => migrate([row], target).length > 0);
        expect(migrate(understood, back)).toEqual(migrate(understood, target));
      }),
      { numRuns: 500 },
    );
  });

  it('changes neither of its arguments', () => {
    const v1 = [singleSelection(1, ['dry'])];
    const v2 = [singleSelection(2, [buildSelection('dryness', ['dry'])], { formerIds: [1] })];
    const before = JSON.parse(JSON.stringify([v1, v2]));
    rollBackSteps(v1, [v2]);
    expect([v1, v2]).toEqual(before);
  });
});

const placed = <T>(option: T | string, orderNumber: number) =>
  typeof option === 'string' ? option : { ...option, orderNumber };

const equal = (a: SelectionValue | undefined, b: SelectionValue): boolean =>
  a?.stepId === b.stepId && a.selectedKey === b.selectedKey;

const optionRows = (steps: Step[]): SelectionValue[] =>
  steps
    .filter(isCustomStep)
    .flatMap((step) => step.selections.map((option) => ({ stepId: step.id, selectedKey: option.key.toLowerCase() })));

function publish(history: Step[][]): Step[][] {
  const versions: Step[][] = [];
  for (const next of history) versions.push(carryForward(next, versions.at(-1)));
  return versions;
}

/** Two to five versions: options are renamed, merged, removed and added, steps get new ids. Names are never used again. */
const histories: fc.Arbitrary<Step[][]> = fc
  .array(fc.array(fc.tuple(fc.nat({ max: 1_000 }), fc.nat({ max: 4 })), { maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((versions) => {
    let fresh = 10;
    const history: Step[][] = [[multiSelection(1, ['a', 'B', 'c']), multiSelection(2, ['a', 'd', 'E'])]];
    for (const edits of versions) {
      const unlisted = (history.at(-1) as Step[]).map((step) => ({
        ...step,
        formerIds: [],
        selections: step.selections.map((option) => ({ ...option, formerKeys: [] })),
      }));
      history.push(edits.reduce<Step[]>((steps, edit) => applyEdit(steps, edit, () => fresh++), unlisted));
    }
    return history;
  });

function applyEdit(steps: Step[], [at, kind]: [number, number], fresh: () => number): Step[] {
  const step = steps[at % steps.length] as Step;
  const option = step.selections[at % Math.max(1, step.selections.length)];
  const others = step.selections.filter((other) => other !== option);
  const change = (changed: Partial<Step>) => steps.map((other) => (other === step ? { ...step, ...changed } : other));
  if (kind === 0) return change({ id: fresh(), formerIds: [step.id, ...step.formerIds] });
  if (kind === 1) return change({ selections: [...step.selections, buildSelection(`k${fresh()}`)] });
  if (!option) return steps;
  if (kind === 2) return change({ selections: others });
  const names = [option, ...(kind === 3 ? [] : others.slice(0, 1))];
  const formerKeys = names.flatMap(({ key, formerKeys: before }) => [key, ...before]);
  return change({
    selections: [
      ...step.selections.filter((other) => !names.includes(other)),
      buildSelection(`K${fresh()}`, formerKeys),
    ],
  });
}
