import { describe, expect, it } from 'vitest';
import {
  copyRule,
  createRule,
  getActions,
  listFreeKinds,
  removeAction,
  removeActionByKey,
  replaceTag,
  setActions,
} from './actions.js';
import type { Rule } from './queries.js';

const target = (...tags: string[]) => ({ tags, productIds: [], variantIds: [] });
const rule = {
  key: 'winter-2',
  then: { exclude: target('a:b'), boost: { ...target('a:b', 'c:d'), by: -0.3 }, pin: target('e:f') },
  until: '2030-01-31',
} satisfies Rule;

describe('the actions of a rule (docs/matching.md M3.5)', () => {
  it('are read and written without a loss', () => {
    const actions = getActions(rule);
    expect(actions.map(({ kind, strength }) => [kind, strength])).toEqual([
      ['EXCLUDE', undefined],
      ['DOWN', 0.3],
      ['PIN', undefined],
    ]);
    expect(setActions(rule, actions)).toEqual(rule);
  });

  it('a strength of 0 keeps its direction while it is being typed', () => {
    const [, down] = getActions(rule);
    const typed = setActions(rule, [{ ...(down as NonNullable<typeof down>), strength: 0 }]);
    expect(getActions(typed)[0]?.kind).toBe('DOWN');
  });

  it('each kind is there at most once, and both directions are one kind (docs/dashboard.md Y23.1)', () => {
    expect(listFreeKinds(getActions(rule))).toEqual(['REQUIRE']);
    expect(listFreeKinds([])).toHaveLength(5);
  });

  it('a tag is replaced in every action, and is not there twice', () => {
    const replaced = replaceTag(rule, 'a:b', 'c:d');
    expect(getActions(replaced).map(({ target: { tags } }) => tags)).toEqual([['c:d'], ['c:d'], ['e:f']]);
    expect(replaced.until).toBe('2030-01-31');
  });

  it('an action is removed alone', () => {
    expect(getActions(removeAction(rule, 'EXCLUDE')).map(({ kind }) => kind)).toEqual(['DOWN', 'PIN']);
  });

  it('a cause is removed from its rule, and a rule that does nothing else with it (docs/dashboard.md Y24.3)', () => {
    const single = { key: 'hide', then: { exclude: target('a:b') } } satisfies Rule;
    const left = removeActionByKey([rule, single], 'winter-2', 'EXCLUDE');
    expect(left).toEqual([removeAction(rule, 'EXCLUDE'), single]);
    expect(removeActionByKey(left, 'hide', 'EXCLUDE').map(({ key }) => key)).toEqual(['winter-2']);
  });

  it('new rules and copies have keys of their own (docs/dashboard.md Y23.3)', () => {
    expect(createRule([rule]).key).toBe('rule-1');
    expect(copyRule(rule, [rule])).toEqual({ ...rule, key: 'winter-1' });
    expect(copyRule(rule, [rule, { ...rule, key: 'winter-1' }]).key).toBe('winter-3');
  });
});
