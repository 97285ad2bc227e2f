import type { Condition, Target } from '@svc/domain';
import type { TextKey, Translator } from '../../i18n/translator.js';
import type { Rule } from './queries.js';

/** What a rule names, for people. A step or an option that the funnel does not have is shown by its id. */
export interface Names {
  step(id: number): string;
  option(step: number, key: string): string;
}

type Words = Pick<Translator, 't' | 'number'>;

const FIELDS = {
  hairColor: 'rules.field.hair',
  eyeColor: 'rules.field.eyes',
  skinColor: 'rules.field.skin',
  skinUndertone: 'rules.field.undertone',
  ageRange: 'rules.field.age',
} as const satisfies Record<string, TextKey>;

/** The rule as one sentence: when it applies, and what it does. docs/dashboard.md Y18. */
export function describeRule(rule: Rule, names: Names, words: Words): string {
  const { t } = words;
  const effects = describeConsequences(rule, words).join('; ');
  return rule.when
    ? t('rules.sentence', { condition: describeCondition(rule.when, names, words), effects })
    : t('rules.sentence.always', { effects });
}

/** A condition in words. Groups within a group are in parentheses. */
export function describeCondition(condition: Condition, names: Names, words: Words, isNested = false): string {
  const { t } = words;
  if ('all' in condition || 'any' in condition) {
    const isAll = 'all' in condition;
    const parts = isAll ? condition.all : condition.any;
    if (parts.length === 0) return t(isAll ? 'rules.always' : 'rules.never');
    const isSingle = parts.length === 1;
    const told = parts.map((part) => describeCondition(part, names, words, isNested || !isSingle));
    const text = told.join(` ${t(isAll ? 'rules.and' : 'rules.or')} `);
    return isNested && !isSingle ? `(${text})` : text;
  }
  if ('not' in condition) return t('rules.not', { condition: describeCondition(condition.not, names, words, true) });
  if ('colorType' in condition) return t('rules.color-type', { values: joinOr(condition.colorType, words) });
  if ('field' in condition) {
    return t('rules.is', { question: t(FIELDS[condition.field]), values: joinOr(condition.in, words) });
  }
  const question = t('rules.question', { title: names.step(condition.step) });
  if ('answered' in condition) return t('rules.answered', { question });
  const values = condition.in.map((key) => names.option(condition.step, key));
  return t('rules.is', { question, values: joinOr(values, words) });
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
  const { t } = words;
  const told: string[] = [];
  if (tags.length > 0) told.push(t('rules.target.tags', { values: joinOr(tags, words) }));
  if (productIds.length > 0) told.push(t('rules.target.products', { values: joinOr(productIds, words) }));
  if (variantIds.length > 0) told.push(t('rules.target.variants', { values: joinOr(variantIds, words) }));
  return joinOr(told, words);
}

function joinOr(values: readonly string[], { t }: Words): string {
  return values.length === 0 ? t('rules.nothing') : values.join(` ${t('rules.or')} `);
}
