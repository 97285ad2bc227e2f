import type { Condition } from '../funnel/conditions.js';
import { type ConditionLeaf, unwrapCondition } from '../funnel/visit-condition.js';
import type { ExplanationLanguage } from '../matching/explanation-language.js';
import type { ConditionNames } from './names.js';
import { describeEnumField, fillSentence, joinOr } from './sentence-texts.js';

/** A condition in words, to follow an "if" or "wenn". Groups within a group are in parentheses. */
export function describeCondition(
  condition: Condition,
  names: ConditionNames,
  language: ExplanationLanguage,
  isNested = false,
): string {
  const { isNegated, part } = unwrapCondition(condition);
  if (!('all' in part || 'any' in part)) return describeLeaf(part, isNegated, names, language);
  if (isNegated) return fillSentence(language, 'not', { condition: describeCondition(part, names, language) });
  const isAll = 'all' in part;
  const parts = isAll ? part.all : part.any;
  if (parts.length === 0) return fillSentence(language, isAll ? 'always' : 'never');
  const isSingle = parts.length === 1;
  const told = parts.map((each) => describeCondition(each, names, language, isNested || !isSingle));
  const text = told.join(` ${fillSentence(language, isAll ? 'and' : 'or')} `);
  return isNested && !isSingle ? `(${text})` : text;
}

function describeLeaf(
  leaf: ConditionLeaf,
  isNegated: boolean,
  names: ConditionNames,
  language: ExplanationLanguage,
): string {
  const fill = (key: Parameters<typeof fillSentence>[1], values: Record<string, string>) =>
    fillSentence(language, key, values);
  if ('answered' in leaf) {
    const question = fill('question', { title: names.step(leaf.step) });
    return fill(isNegated ? 'notAnswered' : 'answered', { question });
  }
  if ('step' in leaf) {
    const question = fill('question', { title: names.step(leaf.step) });
    const values = leaf.in.map((key) => names.option(leaf.step, key));
    if (!isNegated) return fill('is', { question, values: joinOr(values, language) });
    const key = values.length === 1 ? 'isNot' : 'isNoneOf';
    return fill(key, { question, values: joinOr(values, language, 'nor') });
  }
  const [field, values] =
    'field' in leaf
      ? [describeEnumField(language, leaf.field), leaf.in.map((value) => names.field(leaf.field, value))]
      : [fillSentence(language, 'colorType'), leaf.colorType.map((type) => names.colorType(type))];
  if (!isNegated) return fill('fieldIs', { field, values: joinOr(values, language) });
  const key = values.length === 1 ? 'fieldIsNot' : 'fieldIsNoneOf';
  return fill(key, { field, values: joinOr(values, language, 'nor') });
}
