import { type Condition, type Step, unwrapCondition } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import {
  createLeaf,
  fromRoot,
  type Group,
  getMode,
  isWithinLimits,
  listValues,
  setValues,
  toGroup,
  toRoot,
} from './edit-condition.js';

const dry: Condition = { step: 1, in: ['dry'] };
const oily: Condition = { step: 1, in: ['oily'] };
const steps = [
  { id: 1, selections: [{ key: 'dry' }, { key: 'oily' }] },
  { id: 2, selections: [] },
] as unknown as Step[];

describe('a condition as a form (docs/matching.md M3, docs/dashboard.md Y20.1)', () => {
  it('the whole condition is shown as a group, and a single part is stored without one', () => {
    expect(fromRoot(toRoot(undefined))).toBeUndefined();
    expect(fromRoot(toRoot(dry))).toEqual(dry);
    expect(fromRoot(toRoot({ not: dry }))).toEqual({ not: dry });
    expect(fromRoot(toRoot({ any: [] }))).toEqual({ any: [] });
  });

  it.each(['ALL', 'ANY', 'NOT_ALL', 'NONE'] as const)('a group that is read as %s is written as such', (mode) => {
    const { isNegated, part } = unwrapCondition(toGroup(mode, [dry, oily]));
    expect(getMode(part as Group, isNegated)).toBe(mode);
  });

  it('two negations cancel each other', () => {
    expect(unwrapCondition({ not: { not: dry } })).toEqual({ isNegated: false, part: dry });
    expect(unwrapCondition({ not: { not: { not: dry } } })).toEqual({ isNegated: true, part: dry });
  });

  it('a question without answers can only be answered or not', () => {
    expect(createLeaf('step 1', steps)).toEqual({ step: 1, in: [] });
    expect(createLeaf('step 2', steps)).toEqual({ step: 2, answered: true });
    expect(createLeaf('ageRange', steps)).toEqual({ field: 'ageRange', in: [] });
    expect(createLeaf('colorType', steps)).toEqual({ colorType: [] });
  });

  it('offers the answers of the subject (docs/dashboard.md Y23.2)', () => {
    expect(listValues({ step: 1, in: [] }, steps, [])).toEqual(['dry', 'oily']);
    expect(listValues({ colorType: [] }, steps, ['SPRING'])).toEqual(['SPRING']);
    expect(listValues({ field: 'skinUndertone', in: [] }, steps, [])).toEqual(['COOL', 'NEUTRAL', 'WARM']);
    expect(setValues({ colorType: [] }, ['SPRING'])).toEqual({ colorType: ['SPRING'] });
  });

  it('has 10 levels and 500 parts at most (docs/dashboard.md Y23.1)', () => {
    const nest = (levels: number): Condition => (levels === 1 ? dry : { all: [nest(levels - 1)] });
    expect(isWithinLimits(nest(10))).toBe(true);
    expect(isWithinLimits(nest(11))).toBe(false);
    expect(isWithinLimits({ all: Array.from({ length: 499 }, () => dry) })).toBe(true);
    expect(isWithinLimits({ all: Array.from({ length: 500 }, () => dry) })).toBe(false);
  });
});
