import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchingAnswers } from '../answers/answers.js';
import { answersInForce } from '../answers/answers-in-force.js';
import { matchingAnswers, steps as randomSteps } from '../answers/arbitraries.testing.js';
import { ENUM_FIELD_NAMES, SELFIE_FIELDS } from '../answers/enums.js';
import { conditionFacts, evaluate } from './evaluate-condition.js';
import { indexSteps } from './step-index.js';
import { getStepType } from './step-types.js';
import type { Step } from './steps.js';
import { buildSelection, buildStep, multiSelection, rows, singleSelection } from './steps.testing.js';
import { effectiveAnswers, visibleSteps } from './visible-steps.js';

const ids = (steps: Step[]) => steps.map((step) => step.id);

describe('visibleSteps (docs/matching.md M6)', () => {
  it('lists steps by orderNumber, then id, whatever order they are given in (M6.5)', () => {
    const given = [3, 2, 1].map((id) => buildStep(id, 'SELFIE', { orderNumber: id === 3 ? 0 : 1 }));
    expect(ids(visibleSteps(given, { selectionValues: [] }))).toEqual([3, 1, 2]);
  });

  it('hides a step whose condition does not hold, and shows it when it does', () => {
    const steps = [
      singleSelection(1, ['yes', 'no']),
      singleSelection(2, ['a'], { showWhen: { step: 1, in: ['YES'] } }),
    ];
    expect(ids(visibleSteps(steps, { selectionValues: rows([1, 'no']) }))).toEqual([1]);
    expect(ids(visibleSteps(steps, { selectionValues: rows([1, 'yes']) }))).toEqual([1, 2]);
  });

  it('does not let the answer of a hidden step open another one (M6.5)', () => {
    const steps = [
      singleSelection(1, ['yes', 'no']),
      singleSelection(2, ['a'], { showWhen: { step: 1, in: ['yes'] } }),
      singleSelection(3, ['b'], { showWhen: { step: 2, in: ['a'] } }),
      buildStep(4, 'HAIR_COLOR', { showWhen: { step: 1, in: ['yes'] } }),
      singleSelection(5, ['c'], { showWhen: { field: 'hairColor', in: ['RED'] } }),
    ];
    const answers: MatchingAnswers = { hairColor: 'RED', selectionValues: rows([1, 'no'], [2, 'a'], [3, 'b']) };
    expect(ids(visibleSteps(steps, answers))).toEqual([1]);
  });

  it('sees only steps before: a condition on a later step or on itself never holds (M6.5)', () => {
    const steps = [
      singleSelection(1, ['a'], { showWhen: { step: 2, answered: true } }),
      singleSelection(2, ['b']),
      singleSelection(3, ['c'], { showWhen: { step: 3, answered: true } }),
      buildStep(4, 'AGE', { showWhen: { not: { field: 'ageRange', in: ['UNDER_16'] } } }),
    ];
    const answers: MatchingAnswers = { ageRange: 'UNDER_16', selectionValues: rows([1, 'a'], [2, 'b'], [3, 'c']) };
    expect(ids(visibleSteps(steps, answers))).toEqual([2, 4]);
  });

  it('asks for a selfie and contact data by presence only', () => {
    const steps = [
      buildStep(1, 'SELFIE'),
      buildStep(2, 'EMAIL'),
      singleSelection(3, ['a'], {
        showWhen: {
          all: [
            { step: 1, answered: true },
            { step: 2, answered: true },
          ],
        },
      }),
    ];
    expect(ids(visibleSteps(steps, { selectionValues: [] }, { hasSelfie: true, hasContact: true }))).toEqual([1, 2, 3]);
    expect(ids(visibleSteps(steps, { selectionValues: [] }, { hasSelfie: true }))).toEqual([1, 2]);
  });

  it('agrees with a slow and obvious twin on random versions and answers', () => {
    fc.assert(
      fc.property(randomSteps, matchingAnswers, (steps, answers) => {
        expect(ids(visibleSteps(steps, answers))).toEqual(ids(visibleSlowly(steps, answers)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('effectiveAnswers (docs/matching.md M6: what enters)', () => {
  it('leaves out answers to steps that the version does not have, scalar fields too (M6.4)', () => {
    const answers: MatchingAnswers = { hairColor: 'RED', eyeColor: 'BLUE', selectionValues: rows([2, 'a'], [9, 'x']) };
    const steps = [buildStep(1, 'EYE_COLOR'), multiSelection(2, ['a'])];
    expect(effectiveAnswers(answers, steps)).toEqual({ eyeColor: 'BLUE', selectionValues: rows([2, 'a']) });
  });

  it('leaves out answers to hidden steps, scalar fields too (M6.4)', () => {
    const never = { any: [] };
    const steps = [buildStep(1, 'EYE_COLOR', { showWhen: never }), multiSelection(2, ['a'], { showWhen: never })];
    const answers: MatchingAnswers = { eyeColor: 'BLUE', selectionValues: rows([2, 'a']) };
    expect(effectiveAnswers(answers, steps)).toEqual({ selectionValues: [] });
  });

  it('gives the same bytes for the same answers, in whatever order the rows were sent', () => {
    fc.assert(
      fc.property(randomSteps, matchingAnswers, (steps, answers) => {
        const multi = steps.map((step) =>
          step.type === 'SINGLE_SELECTION' ? { ...step, type: 'MULTI_SELECTION' as const } : step,
        );
        const turned = { ...answers, selectionValues: [...answers.selectionValues].reverse() };
        expect(JSON.stringify(effectiveAnswers(turned, multi))).toBe(JSON.stringify(effectiveAnswers(answers, multi)));
      }),
    );
  });

  it('agrees with a slow and obvious twin, and is idempotent', () => {
    fc.assert(
      fc.property(randomSteps, matchingAnswers, (steps, answers) => {
        const effective = effectiveAnswers(answers, steps);
        expect(effective).toEqual(effectiveSlowly(steps, answers));
        expect(effectiveAnswers(effective, steps)).toEqual(effective);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('answersInForce', () => {
  it('gives the same for steps and for their index, however often the index is used', () => {
    fc.assert(
      fc.property(randomSteps, fc.array(matchingAnswers, { maxLength: 5 }), (steps, given) => {
        const index = indexSteps(steps);
        for (const answers of given) expect(answersInForce(answers, index)).toEqual(answersInForce(answers, steps));
      }),
    );
  });

  it('decides visibility by the migrated answers (M6.3)', () => {
    const steps = [
      singleSelection(1, [buildSelection('dryness', ['dry'])]),
      buildStep(2, 'HAIR_COLOR', { showWhen: { step: 1, in: ['dryness'] } }),
    ];
    const stored: MatchingAnswers = { hairColor: 'RED', selectionValues: rows([1, 'dry']) };
    expect(answersInForce(stored, steps)).toEqual({ hairColor: 'RED', selectionValues: rows([1, 'dryness']) });
  });
});

/** Decides each step from the answers of the visible steps before it. */
function visibleSlowly(steps: Step[], answers: MatchingAnswers): Step[] {
  const ordered = [...steps].sort((a, b) => a.orderNumber - b.orderNumber || a.id - b.id);
  const isVisible = (index: number): boolean => {
    const step = ordered[index] as Step;
    if (!step.showWhen) return true;
    const before = ordered.slice(0, index).filter((_, place) => isVisible(place));
    return evaluate(step.showWhen, conditionFacts(only(before, answers), before));
  };
  return ordered.filter((_, index) => isVisible(index));
}

function only(steps: Step[], answers: MatchingAnswers): MatchingAnswers {
  const kept: MatchingAnswers = {
    selectionValues: answers.selectionValues.filter((row) =>
      steps.some(
        (step) =>
          step.id === row.stepId &&
          /_SELECTION$/.test(step.type) &&
          step.selections.some((selection) => selection.key.toLowerCase() === row.selectedKey),
      ),
    ),
  };
  for (const field of ENUM_FIELD_NAMES) {
    const asked = steps.some((step) => step.type === getStepType(field));
    if (asked && answers[field] !== undefined) Object.assign(kept, { [field]: answers[field] });
  }
  return kept;
}

function effectiveSlowly(steps: Step[], answers: MatchingAnswers): MatchingAnswers {
  const visible = visibleSlowly(steps, answers);
  const kept = only(visible, answers);
  const selectionValues = visible.flatMap((step) => {
    const rowsOfStep = kept.selectionValues.filter((row) => row.stepId === step.id);
    const counted = step.type === 'SINGLE_SELECTION' ? rowsOfStep.slice(0, 1) : rowsOfStep;
    return step.selections
      .map((selection) => selection.key.toLowerCase())
      .filter((key) => counted.some((row) => row.selectedKey === key))
      .map((selectedKey) => ({ stepId: step.id, selectedKey }));
  });
  return { ...kept, selectionValues };
}

describe('answers that a selfie filled (docs/color-method.md A1.2)', () => {
  const filled: MatchingAnswers = {
    hairColor: 'RED',
    skinColor: 'FAIR',
    selectionValues: [],
    filledFromSelfie: ['hairColor', 'skinColor'],
  };

  it('count where the SELFIE step is visible, whether the funnel asks for the field or not', () => {
    const steps = [buildStep(1, 'SELFIE'), buildStep(2, 'HAIR_COLOR')];
    expect(effectiveAnswers(filled, steps)).toEqual(filled);
    const effective = effectiveAnswers(filled, steps);
    expect(effectiveAnswers(effective, steps)).toEqual(effective);
  });

  it('leave with the SELFIE step: nothing of them is left where it is missing or hidden', () => {
    expect(effectiveAnswers(filled, [buildStep(2, 'HAIR_COLOR')])).toEqual({ selectionValues: [] });
    const hidden = [buildStep(1, 'SELFIE', { showWhen: { any: [] } }), buildStep(2, 'HAIR_COLOR')];
    expect(effectiveAnswers(filled, hidden)).toEqual({ selectionValues: [] });
  });

  it('never decide which steps are shown: an answer that the visitor gave is not hidden by the picture', () => {
    const steps = [
      buildStep(1, 'SELFIE'),
      buildStep(2, 'HAIR_COLOR', { required: false }),
      singleSelection(3, ['a'], { showWhen: { not: { step: 2, answered: true } } }),
      singleSelection(4, ['b'], { showWhen: { field: 'hairColor', in: ['RED'] } }),
    ];
    const given = { ...filled, selectionValues: rows([3, 'a'], [4, 'b']) };
    expect(ids(visibleSteps(steps, given))).toEqual([1, 2, 3]);
    expect(effectiveAnswers(given, steps).selectionValues).toEqual(rows([3, 'a']));
  });

  it('are stated in one order, so that equal answers give equal bytes', () => {
    const steps = [buildStep(1, 'SELFIE')];
    const turned: MatchingAnswers = { ...filled, filledFromSelfie: ['skinColor', 'hairColor'] };
    expect(JSON.stringify(effectiveAnswers(turned, steps))).toBe(JSON.stringify(effectiveAnswers(filled, steps)));
  });

  it('for all questionnaires and answers: the visible steps are those of the visitor alone, and applying twice changes nothing', () => {
    const filledAnswers = fc
      .tuple(matchingAnswers, fc.subarray([...SELFIE_FIELDS], { minLength: 1 }))
      .map(([answers, fields]): MatchingAnswers => {
        const present = fields.filter((field) => answers[field] !== undefined);
        return present.length > 0 ? { ...answers, filledFromSelfie: present } : answers;
      });
    fc.assert(
      fc.property(randomSteps, filledAnswers, (given, answers) => {
        const { filledFromSelfie = [], ...own } = answers;
        for (const field of filledFromSelfie) delete own[field];
        expect(ids(visibleSteps(given, answers))).toEqual(ids(visibleSteps(given, own)));
        const effective = effectiveAnswers(answers, given);
        expect(effectiveAnswers(effective, given)).toEqual(effective);
        expect(effective.selectionValues).toEqual(effectiveAnswers(own, given).selectionValues);
      }),
    );
  });
});
