import { describe, expect, it } from 'vitest';
import { singleSelection } from '../funnel/steps.testing.js';
import { DEFAULT_ASSORTMENT, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE } from '../matching/matching-settings.js';
import { compareFunnels, type FunnelContent } from './compare-funnels.js';

const content = (changed: Partial<FunnelContent> = {}): FunnelContent => ({
  steps: [singleSelection(1, ['dry', 'oily'])],
  assortment: DEFAULT_ASSORTMENT,
  matching: DEFAULT_MATCHING,
  resultPage: DEFAULT_RESULT_PAGE,
  ...changed,
});
const rule = (key: string, tag = 'a:b') => ({
  key,
  then: { exclude: { tags: [tag], productIds: [], variantIds: [] } },
});
const matching = (...rules: ReturnType<typeof rule>[]) =>
  content({ matching: { ...DEFAULT_MATCHING, rules } as never });
const tab = (key: string, name = key) => ({
  key,
  name: { default: name },
  description: null,
  maxItemsToShow: null,
  enabled: true,
  select: { tags: [], productIds: [], sets: [] },
});
const summarize = (before: FunnelContent, after: FunnelContent) =>
  compareFunnels(before, after, 'en').map(({ kind, path, sentence }) => [kind, path, sentence]);

describe('the differences of two states of a funnel (docs/releases.md "What changes")', () => {
  it('there are none between a state and itself', () => {
    expect(compareFunnels(content(), content(), 'en')).toEqual([]);
  });

  it('a path points into the state that has the thing', () => {
    const after = content({ steps: [singleSelection(1, ['dry', 'mixed']), singleSelection(2, ['x'])] });
    expect(summarize({ ...content(), steps: [singleSelection(0, ['y']), ...content().steps] }, after)).toEqual([
      ['OPTION_ADDED', '/steps/0/selections/1', 'New option “mixed” of “Question 1”'],
      ['OPTION_REMOVED', '/steps/1/selections/1', 'Option “oily” of “Question 1” is removed'],
      ['STEP_ADDED', '/steps/1', 'New question “Question 2”'],
      ['STEP_REMOVED', '/steps/0', 'Question “Question 0” is removed'],
    ]);
  });

  it('rules and tabs are compared by their keys, and a new order is one change', () => {
    expect(
      summarize(matching(rule('a'), rule('b'), rule('c')), matching(rule('c'), rule('a', 'x:y'), rule('d'))),
    ).toEqual([
      ['RULE_CHANGED', '/matching/rules/1', expect.stringMatching(/^Rule “a” changes: .*a:b.* → .*x:y/)],
      ['RULE_ADDED', '/matching/rules/2', 'New rule “d”'],
      ['RULE_REMOVED', '/matching/rules/1', 'Rule “b” is removed'],
      ['RULES_ORDER', '/matching/rules', 'Rules are in a new order: c and a'],
    ]);
    const page = (...tabs: ReturnType<typeof tab>[]) => content({ resultPage: { enabled: true, tabs } });
    expect(summarize(page(tab('care')), page(tab('care'), tab('lips', 'Lips')))).toEqual([
      ['TAB_ADDED', '/resultPage/tabs/1', 'New tab “Lips”'],
    ]);
  });

  it('other settings are named by their place; settings that a state does not have are not compared', () => {
    const after = content({ assortment: { tags: ['category:lips'], productIds: [] } });
    expect(summarize(content(), after)).toEqual([
      ['SETTING_CHANGED', '/assortment/tags', 'Assortment (tags): none → category:lips'],
    ]);
    expect(summarize({ steps: content().steps }, after)).toEqual([]);
  });
});
