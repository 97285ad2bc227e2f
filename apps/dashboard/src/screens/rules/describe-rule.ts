import type { Target } from '@svc/domain';
import { describeCondition, joinOr, type Words } from '../../shared/conditions/describe-condition.js';
import type { Names } from '../../shared/conditions/names.js';
import type { Rule } from './queries.js';

/** The rule as one sentence: when it applies, and what it does. docs/dashboard.md Y18. */
export function describeRule(rule: Rule, names: Names, words: Words): string {
  const { t } = words;
  const effects = describeConsequences(rule, words).join('; ') || t('rules.no-action');
  return rule.when
    ? t('rules.sentence', { condition: describeCondition(rule.when, names, words), effects })
    : t('rules.sentence.always', { effects });
}

function describeConsequences({ then }: Rule, words: Words): string[] {
  const { t, number } = words;
  const told: string[] = [];
  if (then.exclude) told.push(t('rules.exclude', { target: describeTarget(then.exclude, words) }));
  if (then.require) told.push(t('rules.require', { target: describeTarget(then.require, words) }));
  if (then.boost) {
    const { by } = then.boost;
    const key = by < 0 ? 'rules.boost.down' : 'rules.boost.up';
    told.push(t(key, { target: describeTarget(then.boost, words), by: number(Math.abs(by)) }));
  }
  if (then.pin) told.push(t('rules.pin', { target: describeTarget(then.pin, words) }));
  return told;
}

function describeTarget({ tags, productIds, variantIds }: Target, words: Words): string {
  const { count } = words;
  const told: string[] = [];
  const add = (key: 'rules.target.tags' | 'rules.target.products' | 'rules.target.variants', names: string[]) => {
    if (names.length > 0) told.push(count(key, names.length, { values: joinOr(names, words) }));
  };
  add('rules.target.tags', tags);
  add('rules.target.products', productIds);
  add('rules.target.variants', variantIds);
  return joinOr(told, words);
}
