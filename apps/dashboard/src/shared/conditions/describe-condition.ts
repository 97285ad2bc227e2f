import type { Condition, EnumField } from '@svc/domain';
import type { TextKey, Translator } from '../../i18n/translator.js';
import { isGroup, type Leaf, unwrap } from './edit-condition.js';
import type { Names } from './names.js';

export type Words = Pick<Translator, 't' | 'count' | 'number'>;

const FIELDS = {
  hairColor: 'condition.field.hair',
  eyeColor: 'condition.field.eyes',
  skinColor: 'condition.field.skin',
  skinUndertone: 'condition.field.undertone',
  ageRange: 'condition.field.age',
} as const satisfies Record<EnumField, TextKey>;

/** Values of one list that a sentence names; of more it says how many there are. */
const MAX_NAMED = 8;

/** A condition in words. Groups within a group are in parentheses. */
export function describeCondition(condition: Condition, names: Names, words: Words, isNested = false): string {
  const { t } = words;
  const { isNegated, part } = unwrap(condition);
  if (!isGroup(part)) return describeLeaf(part, isNegated, names, words);
  if (isNegated) return t('condition.not', { condition: describeCondition(part, names, words) });
  const isAll = 'all' in part;
  const parts = isAll ? part.all : part.any;
  if (parts.length === 0) return t(isAll ? 'condition.always' : 'condition.never');
  const isSingle = parts.length === 1;
  const told = parts.map((each) => describeCondition(each, names, words, isNested || !isSingle));
  const text = told.join(` ${t(isAll ? 'condition.and' : 'condition.or')} `);
  return isNested && !isSingle ? `(${text})` : text;
}

function describeLeaf(leaf: Leaf, isNegated: boolean, names: Names, words: Words): string {
  const { t } = words;
  if ('answered' in leaf) {
    const question = t('condition.question', { title: names.step(leaf.step) });
    return t(isNegated ? 'condition.not-answered' : 'condition.answered', { question });
  }
  if ('step' in leaf) {
    const question = t('condition.question', { title: names.step(leaf.step) });
    const values = leaf.in.map((key) => names.option(leaf.step, key));
    if (!isNegated) return t('condition.is', { question, values: joinOr(values, words) });
    return words.count('condition.is-not', values.length, { question, values: joinOr(values, words, 'condition.nor') });
  }
  const [field, values] =
    'field' in leaf
      ? [FIELDS[leaf.field], leaf.in.map((value) => names.field(leaf.field, value))]
      : ['condition.field.color-type' as const, leaf.colorType.map((type) => names.colorType(type))];
  if (!isNegated) return t('condition.field-is', { field: t(field), values: joinOr(values, words) });
  return words.count('condition.field-is-not', values.length, {
    field: t(field),
    values: joinOr(values, words, 'condition.nor'),
  });
}

/** `A, B or C`; of many the first ones. */
export function joinOr(values: readonly string[], { t }: Words, word: TextKey = 'condition.or'): string {
  if (values.length === 0) return t('condition.nothing');
  const named = values.length <= MAX_NAMED ? [...values] : values.slice(0, MAX_NAMED - 1);
  if (named.length < values.length) named.push(t('condition.more', { count: values.length - named.length }));
  const last = named.pop() as string;
  return named.length === 0 ? last : `${named.join(', ')} ${t(word)} ${last}`;
}
