import { describe, expect, it } from 'vitest';
import { createOption, createStep, renameOption } from '../../../shared/edit/model/change-steps.js';
import type { Option, Step } from '../../../shared/edit/model/steps.js';
import { changeOptions } from './rename-in-conditions.js';

const dry = createOption([], 'Dry');
const oily = createOption([dry], 'Oily');
const skin: Step = { ...createStep([], 'SINGLE_SELECTION', 'Skin?', []), selections: [dry, oily] };
const finish: Step = {
  ...createStep([skin], 'SINGLE_SELECTION', 'Finish?', []),
  showWhen: { any: [{ step: skin.id, in: ['DRY'] }, { not: { step: 7, in: ['dry'] } }] },
};
const change = (...selections: Option[]) => changeOptions([skin, finish], skin.id, selections)[1]?.showWhen;

describe('options that conditions name (docs/dashboard.md Y20.3)', () => {
  it('a condition names the new key of an option, and leaves those of other questions alone', () => {
    expect(change(renameOption(dry, 'very_dry', true), oily)).toEqual({
      any: [{ step: skin.id, in: ['very_dry'] }, { not: { step: 7, in: ['dry'] } }],
    });
  });

  it('a moved, added or removed option changes no condition', () => {
    for (const selections of [[oily, dry], [dry, oily, createOption([dry, oily], 'Normal')], [oily]]) {
      expect(change(...selections)).toEqual(finish.showWhen);
    }
  });
});
