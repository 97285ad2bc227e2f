import { describe, expect, it } from 'vitest';
import type { Step } from '../funnel/steps.js';
import type { Rule } from '../matching/matching-settings.js';
import { describeRule, describeValidity } from './describe-rule.js';
import { createConditionNames } from './names.js';

const step = { id: 1, title: { default: 'Your skin?' }, selections: [{ key: 'dry', caption: { default: 'Dry' } }] };
const names = {
  ...createConditionNames([step as unknown as Step], 'en'),
  product: (id: string) => id,
  variant: (id: string) => ({ V1: 'Velvet, Coral' })[id] ?? id,
};
const target = (given: object) => ({ tags: [], productIds: [], variantIds: [], ...given });
const toRule = (consequence: Rule['then'], when?: Rule['when']): Rule =>
  ({ key: 'r', when, then: consequence }) as Rule;
const say = (rule: Rule) => describeRule(rule, names, 'en');

describe('a rule as a sentence (docs/dashboard.md Y18.1)', () => {
  it('a rule without a condition is for every shopper', () => {
    expect(say(toRule({ exclude: target({ tags: ['ingredient:retinol'] }) }))).toBe(
      'For every shopper: hide products with the tag ingredient:retinol.',
    );
  });

  it('groups within groups are in parentheses', () => {
    const when: Rule['when'] = {
      all: [
        {
          any: [
            { step: 1, in: ['dry', 'mixed'] },
            { step: 9, answered: true },
          ],
        },
        { not: { field: 'ageRange', in: ['UNDER_16'] } },
      ],
    };
    const rule = toRule({ boost: { ...target({ variantIds: ['V1'] }), by: -0.3 } }, when);
    expect(say(rule)).toBe(
      'If (“Your skin?” is Dry or mixed or “9” is answered) and the age is not Under 16: rank the variant Velvet, Coral lower by 0.3.',
    );
  });

  it('names every consequence; empty groups say what they mean', () => {
    const rule = toRule({ require: target({ productIds: ['P1'] }), pin: target({ tags: ['a:b'] }) }, { any: [] });
    expect(say(rule)).toBe('If never: show only the product P1; put products with the tag a:b first.');
    expect(say(toRule({ pin: target({}) }, { all: [] }))).toBe('If always: put nothing first.');
  });

  it('is written in German too', () => {
    const when: Rule['when'] = { not: { step: 1, in: ['dry', 'mixed'] } };
    const rule = toRule({ exclude: target({ productIds: ['P1', 'P2'] }) }, when);
    expect(describeRule(rule, names, 'de')).toBe(
      'Wenn bei „Your skin?“ weder Dry noch mixed gewählt ist: die Produkte P1 oder P2 ausblenden.',
    );
  });

  it('says the last day, not the first day without the rule', () => {
    const rule = { ...toRule({}), from: '2026-11-01', until: '2026-12-01' };
    expect(describeValidity(rule, 'en')).toBe('Applies from Nov 1, 2026 up to and including Nov 30, 2026.');
    expect(describeValidity({ ...toRule({}), until: '2026-12-01' }, 'de')).toBe('Gilt bis einschließlich 30.11.2026.');
    expect(describeValidity(toRule({}), 'en')).toBeUndefined();
  });
});
