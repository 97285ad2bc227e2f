import { describe, expect, it } from 'vitest';
import { loadArea, loadTranslator } from '../../i18n/languages.js';
import { createConflictTexts } from './describe-conflict.js';
import { createOption, createStep } from './model/change-steps.js';
import { merge } from './model/merge.js';
import type { Content, Step } from './model/steps.js';

const skin: Step = {
  ...createStep([], 'SINGLE_SELECTION', 'Skin?', []),
  selections: [
    { ...createOption([], 'Dry'), key: 'dry' },
    { ...createOption([], 'Oily'), key: 'oily' },
  ],
};
const finish: Step = createStep([skin], 'SINGLE_SELECTION', 'Finish?', []);
const shownFor = (...keys: string[]): Content => ({
  steps: [skin, { ...finish, showWhen: { any: keys.map((key) => ({ step: skin.id, in: [key] })) } }],
  others: {},
});
const rules = (tag: string): Content => ({
  steps: [],
  others: {
    matching: { rules: [{ key: 'a', when: null, then: { exclude: { tags: [tag], productIds: [], variantIds: [] } } }] },
  },
});
const show = async (base: Content, mine: Content, theirs: Content) => {
  await loadArea('edit');
  const texts = createConflictTexts(mine.steps, await loadTranslator('en'));
  return merge(base, mine, theirs).conflicts.map((conflict) => [
    texts.toPlace(conflict),
    texts.toText(conflict, conflict.mine),
    texts.toText(conflict, conflict.theirs),
  ]);
};

describe('what two users have changed', () => {
  it('of a condition is one whole, in words (docs/dashboard.md Y20.3)', async () => {
    const base: Content = { steps: [skin, finish], others: {} };
    expect(await show(base, shownFor('dry'), shownFor('dry', 'oily'))).toEqual([
      ['Finish? › showWhen', '“Skin?” is Dry', '“Skin?” is Dry or “Skin?” is Oily'],
    ]);
    expect(await show(shownFor('dry'), base, shownFor('oily'))).toEqual([
      ['Finish? › showWhen', 'removed', '“Skin?” is Oily'],
    ]);
  });

  it('of a rule is both in words (docs/dashboard.md Y18.4)', async () => {
    const [[place, mine, theirs] = []] = await show(rules('x:1'), rules('x:2'), rules('x:3'));
    expect(place).toBe('rules › a');
    expect([mine, theirs]).toEqual([expect.stringContaining('x:2'), expect.stringContaining('x:3')]);
    expect(mine).toMatch(/^For every shopper: /);
  });
});
