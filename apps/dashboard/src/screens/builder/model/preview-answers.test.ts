import { describe, expect, it } from 'vitest';
import { createOption, createStep } from '../../../shared/edit/model/change-steps.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { findPathTo } from './find-branches.js';
import { getChosen, listShown, type readAnswers, withPath } from './preview-answers.js';

const ask = (id: number, more: Partial<Step> = {}): Step => ({
  ...createStep([], 'SINGLE_SELECTION', `Question ${id}`, []),
  id,
  selections: ['dry', 'oily', 'both'].map((key) => createOption([], key)),
  ...more,
});
const age = ask(3, { type: 'AGE', selections: [createOption([], 'UNDER_16'), createOption([], 'FROM_16_TO_24')] });
const steps = [
  ask(1),
  ask(2, { showWhen: { step: 1, in: ['oily', 'both'] } }),
  age,
  ask(4, {
    showWhen: {
      all: [
        { step: 2, answered: true },
        { field: 'ageRange', in: ['UNDER_16'] },
      ],
    },
  }),
];
const NONE = { selectionValues: [] };
const show = (answers: ReturnType<typeof readAnswers>) => [
  ...listShown(steps, { stepId: null, answers, hasSelfie: false, hasContact: false }),
];

describe('answers of the preview (docs/dashboard.md Y16.2)', () => {
  it('a question that they hide is shown with the answers that lead to it', () => {
    const path = findPathTo(steps, 4, new Map());
    const answers = path ? withPath(NONE, path, steps) : NONE;
    expect(show(answers)).toContain(4);
    expect(answers).toEqual({
      ageRange: 'UNDER_16',
      selectionValues: [
        { stepId: 1, selectedKey: 'oily' },
        { stepId: 2, selectedKey: 'dry' },
      ],
    });
  });

  it('those that were given stay where the question is shown with them', () => {
    const given = { selectionValues: [{ stepId: 1, selectedKey: 'both' }] };
    const preferred = new Map(steps.map((step) => [step.id, getChosen(step, given)]));
    const path = findPathTo(steps, 2, preferred);
    expect(path && withPath(given, path, steps)).toEqual(given);
    const other = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
    const found = findPathTo(steps, 2, new Map(steps.map((step) => [step.id, getChosen(step, other)])));
    expect(found && withPath(other, found, steps).selectionValues).toEqual([{ stepId: 1, selectedKey: 'oily' }]);
  });

  it('no answers lead to a question whose condition contradicts itself', () => {
    const contradiction = {
      all: [
        { step: 1, in: ['dry'] },
        { step: 1, in: ['oily'] },
      ],
    };
    expect(findPathTo([ask(1), ask(2, { showWhen: contradiction })], 2, new Map())).toBeUndefined();
  });

  it('one of them is taken back and the others stay', () => {
    const answers = withPath(
      NONE,
      new Map([
        [1, ['oily']],
        [3, ['under_16']],
      ]),
      steps,
    );
    expect(withPath(answers, new Map([[3, undefined]]), steps)).toEqual({
      selectionValues: [{ stepId: 1, selectedKey: 'oily' }],
    });
    expect(withPath(answers, new Map([[1, undefined]]), steps)).toEqual({ ageRange: 'UNDER_16', selectionValues: [] });
  });
});
