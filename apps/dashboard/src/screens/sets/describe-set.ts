import type { ProductSet } from '@svc/domain';
import type { Translator } from '../../i18n/translator.js';
import { isDynamic, listMembers } from './edit-set.js';

/** What sets name, for people. What the catalog does not have is shown by its id. */
export interface SetNames {
  product(id: string): string;
  variant(id: string): string;
}

const LIFTS = { all: 'sets.sentence.all', any: 'sets.sentence.any', off: 'sets.sentence.off' } as const;

/** The set as one sentence: when its own variant joins a list, and of what it is made. docs/matching.md M5.6. */
export function describeSet(
  set: ProductSet,
  names: SetNames,
  words: Pick<Translator, 't' | 'list' | 'number'>,
): string {
  const { t, list, number } = words;
  const own = set.variantId === '' ? t('sets.own.none') : names.variant(set.variantId);
  const toName = isDynamic(set) ? names.product : names.variant;
  const told = listMembers(set).map(({ id, amount }) =>
    t(isDynamic(set) ? 'sets.member.most' : 'sets.member.times', { amount: number(amount), name: toName(id) }),
  );
  const members = told.length === 0 ? t('sets.members.none') : list(told);
  return isDynamic(set)
    ? t('sets.sentence.dynamic', { own, size: number(set.size), members })
    : t(LIFTS[set.lift], { own, members });
}
