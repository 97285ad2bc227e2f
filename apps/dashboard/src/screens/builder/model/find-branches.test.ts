import { describe, expect, it } from 'vitest';
import { createOption, createStep } from '../../../shared/edit/model/change-steps.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { findBranches, hasManySteps } from './find-branches.js';

const options = (...keys: string[]) => keys.map((key) => createOption([], key));
const ask = (id: number, more: Partial<Step> = {}): Step => ({
  ...createStep([], more.type ?? 'SINGLE_SELECTION', `Question ${id}`, []),
  id,
  selections: options('a', 'b', 'c'),
  ...more,
});
const reach = (...steps: Step[]) => findBranches(steps).map(({ isReachable }) => isReachable);

describe('branches (docs/dashboard.md Y20)', () => {
  it('says which question depends on which, once each and in order', () => {
    const [first, second, third] = findBranches([
      ask(1),
      ask(2, { showWhen: { step: 1, in: ['a'] } }),
      ask(3, {
        showWhen: { all: [{ step: 2, in: ['a'] }, { not: { step: 1, in: ['b'] } }, { step: 1, answered: true }] },
      }),
    ]);
    const ids = (steps: Step[] = []) => steps.map(({ id }) => id);
    expect([ids(first?.decidesAbout), ids(second?.decidesAbout), ids(third?.dependsOn)]).toEqual([[2, 3], [3], [1, 2]]);
  });

  it('are a list before a graph from 60 questions on (docs/dashboard.md Y20.4)', () => {
    const steps = Array.from({ length: 60 }, (_, at) => ask(at + 1));
    expect([hasManySteps(steps.slice(1)), hasManySteps(steps)]).toEqual([false, true]);
  });

  it('finds a question that contradicts the answers that lead to it', () => {
    expect(
      reach(
        ask(1),
        ask(2, {
          showWhen: {
            all: [
              { step: 1, in: ['A'] },
              { step: 1, in: ['b'] },
            ],
          },
        }),
      ),
    ).toEqual([true, false]);
    // The question in between is shown after `a` only, so its answer and `b` exclude each other.
    const between = ask(2, { showWhen: { step: 1, in: ['a'] } });
    expect(
      reach(
        ask(1),
        between,
        ask(3, {
          showWhen: {
            all: [
              { step: 2, answered: true },
              { step: 1, in: ['b'] },
            ],
          },
        }),
      ),
    ).toEqual([true, true, false]);
  });

  it('several answers can be given together, up to their maximum', () => {
    const both = {
      all: [
        { step: 1, in: ['a'] },
        { step: 1, in: ['b'] },
      ],
    };
    const multi = (settings: object) => ask(1, { type: 'MULTI_SELECTION', settings: { ...settings } });
    expect(reach(multi({}), ask(2, { showWhen: both }))).toEqual([true, true]);
    expect(reach(multi({ maxSelections: 1 }), ask(2, { showWhen: both }))).toEqual([true, false]);
  });

  it('only a question that may be skipped has no answer', () => {
    const unanswered = ask(2, { showWhen: { not: { step: 1, answered: true } } });
    expect(reach(ask(1), unanswered)).toEqual([true, false]);
    expect(reach(ask(1, { required: false }), unanswered)).toEqual([true, true]);
    expect(reach(ask(1, { type: 'SELFIE', selections: [] }), unanswered)).toEqual([true, true]);
  });

  it('answers to built-in questions count as fields too', () => {
    const eyes = ask(1, { type: 'EYE_COLOR', selections: options('BLUE', 'GREEN') });
    expect(reach(eyes, ask(2, { showWhen: { field: 'eyeColor', in: ['BLUE'] } }))).toEqual([true, true]);
    expect(reach(eyes, ask(2, { showWhen: { field: 'eyeColor', in: ['BROWN'] } }))).toEqual([true, false]);
  });

  it('says so when there are too many combinations', () => {
    const many = Array.from({ length: 12 }, (_, id) => ask(id));
    const impossible = many.flatMap(({ id }) => [
      { step: id, in: ['a'] },
      { step: id, in: ['b'] },
    ]);
    expect(findBranches([...many, ask(99, { showWhen: { all: impossible } })]).at(-1)?.isReachable).toBeNull();
  });
});
