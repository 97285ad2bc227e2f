import { describe, expect, it } from 'vitest';
import type { Option, Step } from '../../../shared/edit/model/steps.js';
import { findChosen, findRemovedOptions } from './removed-options.js';

const option = (key: string, formerKeys: string[] = []) =>
  ({ key, formerKeys, caption: { default: key } }) as unknown as Option;
const version = { selections: [option('dry'), option('oily'), option('mixed')] } as unknown as Step;

describe('options that are removed (docs/dashboard.md Y15.12)', () => {
  it('are those of the current version that are gone, with the option that takes over their answers', () => {
    expect(findRemovedOptions(version, [option('oily', ['mixed'])])).toEqual([
      { option: option('dry'), heir: undefined },
      { option: option('mixed'), heir: option('oily', ['mixed']) },
    ]);
  });

  it('a renamed option is none, nor is an option of a new question', () => {
    expect(findRemovedOptions(version, [option('dryness', ['DRY']), option('Oily'), option('mixed')])).toEqual([]);
    expect(findRemovedOptions(undefined, [option('dry')])).toEqual([]);
  });

  it('says how many analyses named it, few ones without a number', () => {
    const options = [
      { key: 'DRY', isFew: false, chosen: 132 },
      { key: 'oily', isFew: true, chosen: null },
    ];
    const report = { steps: [{ stepId: 1, options }] };
    expect(['dry', 'oily', 'gone'].map((key) => findChosen(report, 1, key))).toEqual([132, 'FEW', 0]);
    expect(findChosen(report, 2, 'dry')).toBe(0);
  });
});
