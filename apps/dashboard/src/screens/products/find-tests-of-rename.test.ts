import { describe, expect, it } from 'vitest';
import { findTestsOfRename } from './find-tests-of-rename.js';

const NOTHING = {
  ...{ merges: false, products: 0, variants: 0, catalogProducts: 0, catalogVariants: 0 },
  ...{ options: [], rules: [], tabs: [], assortments: [], published: [], edited: [] },
};
const arm = (settings: object | null) => ({
  ...{ key: 'B' as const, name: '', weight: 1, versionId: null },
  settings: settings as never,
});
const test = (name: string, kind: 'MATCHING' | 'QUESTIONNAIRE' | 'HOLDOUT', settings: object | null = null) => ({
  ...{ id: name, name, kind, funnel: kind === 'HOLDOUT' ? null : 'beauty' },
  arms: [arm(settings)],
});
const TESTS = [
  test('questions', 'QUESTIONNAIRE'),
  test('rules', 'MATCHING', { learning: false }),
  test('tags', 'MATCHING', { tagging: [{ kind: 'product', id: 'P1', add: ['a:b'], remove: [] }] }),
  test('shop', 'HOLDOUT'),
];

describe('tests that renaming a tag ends (docs/dashboard.md Y44.1, docs/insight.md N13.8)', () => {
  it.each([
    [{}, []],
    [{ variants: 2 }, ['tags']],
    [{ catalogProducts: 1 }, ['tags']],
    [{ published: ['beauty'] }, ['questions']],
    [{ published: ['care'], assortments: ['care'] }, []],
    [{ rules: [{ subdomain: 'beauty', key: 'first' }] }, ['rules', 'tags']],
    [{ tabs: [{ subdomain: 'beauty', key: 'FACE' }], published: ['beauty'] }, ['questions', 'rules', 'tags']],
  ])('%j: %j', (places, expected) => {
    expect(findTestsOfRename(TESTS, { ...NOTHING, ...places } as never).map(({ name }) => name)).toEqual(expected);
  });
});
