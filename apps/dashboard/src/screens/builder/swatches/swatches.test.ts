import { describe, expect, it } from 'vitest';
import { createOption, createStep, renameOption } from '../../../shared/edit/model/change-steps.js';
import type { Option, Step } from '../../../shared/edit/model/steps.js';
import { changeOptions } from '../model/rename-in-conditions.js';
import { getSwatch, setSwatch } from './swatches.js';

function buildSteps(): [Step[], Step] {
  const step = createStep([], 'SINGLE_SELECTION', 'Shade?', []);
  const selections: Option[] = [];
  for (const caption of ['Warm', 'Cool']) selections.push(createOption(selections, caption));
  return [[{ ...step, selections }], step];
}
const first = (steps: readonly Step[]): Step => steps[0] as Step;

describe('colors of options in the builder (docs/dashboard.md Y32)', () => {
  it('are chosen and removed; without any there is no setting (Y32.1)', () => {
    const [steps, { id }] = buildSteps();
    const chosen = setSwatch(setSwatch(steps, id, 'warm', '#c98f5a'), id, 'cool', '#5a8fc9');
    expect(first(chosen).settings).toEqual({ swatches: { warm: '#c98f5a', cool: '#5a8fc9' } });
    expect(getSwatch(first(chosen), 'WARM')).toBe('#c98f5a');
    const removed = setSwatch(setSwatch(chosen, id, 'Warm', ''), id, 'cool', '');
    expect(first(removed).settings).toEqual({});
  });

  it('follow an option whose key changes (Y32.4)', () => {
    const [steps, { id }] = buildSteps();
    const chosen = setSwatch(steps, id, 'warm', '#c98f5a');
    const selections = first(chosen).selections.map((option) =>
      option.key === 'warm' ? renameOption(option, 'golden', true) : option,
    );
    expect(first(changeOptions(chosen, id, selections)).settings).toEqual({ swatches: { golden: '#c98f5a' } });
  });

  it('are gone with their option, and stay when options are moved (Y32.4)', () => {
    const [steps, { id }] = buildSteps();
    const chosen = setSwatch(steps, id, 'warm', '#c98f5a');
    const moved = changeOptions(chosen, id, [...first(chosen).selections].reverse());
    expect(first(moved).settings).toEqual({ swatches: { warm: '#c98f5a' } });
    expect(first(changeOptions(moved, id, first(moved).selections.slice(0, 1))).settings).toEqual({});
  });
});
