import type { Step } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { texts as conditions } from '../../i18n/en/conditions.js';
import { texts } from '../../i18n/en/rules.js';
import { createTranslator, type Texts } from '../../i18n/translator.js';
import { createNames } from '../../shared/conditions/names.js';
import { describeRule } from './describe-rule.js';
import type { Rule } from './queries.js';

const words = createTranslator('en', { ...conditions, ...texts } as unknown as Texts);
const step = { id: 1, title: { default: 'Your skin?' }, selections: [{ key: 'dry', caption: { default: 'Dry' } }] };
const names = {
  ...createNames([step as unknown as Step], 'en'),
  product: (id: string) => id,
  variant: (id: string) => ({ V1: 'Velvet, Coral' })[id] ?? id,
};
const target = (given: object) => ({ tags: [], productIds: [], variantIds: [], ...given });
const toRule = (consequence: Rule['then'], when?: Rule['when']): Rule =>
  ({ key: 'r', when, then: consequence }) as Rule;
const say = (rule: Rule) => describeRule(rule, names, words);

describe('describeRule', () => {
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
});
