import type { Target } from '@svc/domain';
import type { Translator } from '../../i18n/translator.js';
import { describeCondition, joinOr, type Words } from '../../shared/conditions/describe-condition.js';
import type { Names } from '../../shared/conditions/names.js';
import type { Rule } from './queries.js';

/** What rules name, for people. What the catalog does not have is shown by its id. */
export interface RuleNames extends Names {
  product(id: string): string;
  variant(id: string): string;
}

/** The rule as one sentence: when it applies, and what it does. docs/dashboard.md Y18. */
export function describeRule(rule: Rule, names: RuleNames, words: Words): string {
  const { t } = words;
  const effects = describeConsequences(rule, names, words).join('; ') || t('rules.no-action');
  return rule.when
    ? t('rules.sentence', { condition: describeCondition(rule.when, names, words), effects })
    : t('rules.sentence.always', { effects });
}

function describeConsequences({ then }: Rule, names: RuleNames, words: Words): string[] {
  const { t, number } = words;
  const toText = (target: Target) => describeTarget(target, names, words);
  const told: string[] = [];
  if (then.exclude) told.push(t('rules.exclude', { target: toText(then.exclude) }));
  if (then.require) told.push(t('rules.require', { target: toText(then.require) }));
  if (then.boost) {
    const { by } = then.boost;
    const key = by < 0 ? 'rules.boost.down' : 'rules.boost.up';
    told.push(t(key, { target: toText(then.boost), by: number(Math.abs(by)) }));
  }
  if (then.pin) told.push(t('rules.pin', { target: toText(then.pin) }));
  return told;
}

function describeTarget({ tags, productIds, variantIds }: Target, names: RuleNames, words: Words): string {
  const { count } = words;
  const told: string[] = [];
  const add = (key: 'rules.target.tags' | 'rules.target.products' | 'rules.target.variants', listed: string[]) => {
    if (listed.length > 0) told.push(count(key, listed.length, { values: joinOr(listed, words) }));
  };
  add('rules.target.tags', tags);
  add('rules.target.products', productIds.map(names.product));
  add('rules.target.variants', variantIds.map(names.variant));
  return joinOr(told, words);
}

/** The days on which a rule applies. Undefined: on all days. */
export function describeValidity({ from, until }: Rule, { t, day }: Pick<Translator, 't' | 'day'>): string | undefined {
  if (from && until) return t('rules.valid.both', { from: day(toLocalNoon(from)), last: describeLastDay(until, day) });
  if (from) return t('rules.valid.from', { from: day(toLocalNoon(from)) });
  return until && t('rules.valid.until', { last: describeLastDay(until, day) });
}

/** The day before, in words. @param until - `YYYY-MM-DD`. */
export function describeLastDay(until: string, day: Translator['day']): string {
  const last = new Date(`${until}T00:00:00Z`);
  if (Number.isNaN(last.getTime())) return until;
  last.setUTCDate(last.getUTCDate() - 1);
  return day(toLocalNoon(last.toISOString().slice(0, 10)));
}

/** A day is the same one in all time zones. */
const toLocalNoon = (date: string): string => `${date}T12:00:00`;
