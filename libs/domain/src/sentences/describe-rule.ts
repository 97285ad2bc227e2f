import type { ExplanationLanguage } from '../matching/explanation-language.js';
import type { Rule, Target } from '../matching/matching-settings.js';
import { describeCondition } from './describe-condition.js';
import type { RuleNames } from './names.js';
import { fillSentence, joinOr, type SentenceKey } from './sentence-texts.js';

/** The rule as one sentence: when it applies, and what it does. docs/dashboard.md Y18. */
export function describeRule(
  { when, then }: Pick<Rule, 'when' | 'then'>,
  names: RuleNames,
  language: ExplanationLanguage,
): string {
  const effects = describeConsequences(then, names, language).join('; ') || fillSentence(language, 'noAction');
  if (!when) return fillSentence(language, 'ruleForAll', { effects });
  return fillSentence(language, 'rule', { condition: describeCondition(when, names, language), effects });
}

function describeConsequences(then: Rule['then'], names: RuleNames, language: ExplanationLanguage): string[] {
  const { exclude, require, boost, pin } = then;
  const told: string[] = [];
  const add = (key: SentenceKey, target: Target, values: Record<string, string> = {}) =>
    told.push(fillSentence(language, key, { ...values, target: describeTarget(target, names, language) }));
  if (exclude) add('exclude', exclude);
  if (require) add('require', require);
  if (boost) add(boost.by < 0 ? 'lower' : 'boost', boost, { by: Math.abs(boost.by).toLocaleString(language) });
  if (pin) add('pin', pin);
  return told;
}

function describeTarget(
  { tags, productIds, variantIds }: Target,
  names: RuleNames,
  language: ExplanationLanguage,
): string {
  const told: string[] = [];
  const add = (one: SentenceKey, several: SentenceKey, listed: readonly string[]) => {
    if (listed.length === 0) return;
    told.push(fillSentence(language, listed.length === 1 ? one : several, { values: joinOr(listed, language) }));
  };
  add('tag', 'tags', tags);
  add('product', 'products', productIds.map(names.product));
  add('variant', 'variants', variantIds.map(names.variant));
  return joinOr(told, language);
}

/** The days on which a rule applies. Undefined: on all days. */
export function describeValidity({ from, until }: Rule, language: ExplanationLanguage): string | undefined {
  const [first, last] = [from && describeDay(from, language), until && describeLastDay(until, language)];
  if (first && last) return fillSentence(language, 'fromUntil', { from: first, last });
  if (first) return fillSentence(language, 'from', { from: first });
  return last ? fillSentence(language, 'until', { last }) : undefined;
}

/** The day before, in words. @param until - `YYYY-MM-DD`. */
export function describeLastDay(until: string, language: ExplanationLanguage): string {
  const last = new Date(`${until}T00:00:00Z`);
  if (Number.isNaN(last.getTime())) return until;
  last.setUTCDate(last.getUTCDate() - 1);
  return describeDay(last.toISOString().slice(0, 10), language);
}

function describeDay(date: string, language: ExplanationLanguage): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
}
