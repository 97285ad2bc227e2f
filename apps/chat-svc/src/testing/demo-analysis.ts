import type { ChatCompany } from '../domain/thread/chat-company.js';
import type { ThreadScope } from '../domain/thread/compile-scope.js';
import { listDemoSets } from './demo-sets.js';

/** Everything that the company sells: a thread without an analysis. */
export function createWholeScope({ catalog }: ChatCompany): ThreadScope {
  const eligible = catalog.variants.map(({ id }) => id);
  return { eligible, sets: listDemoSets(eligible, []).sets };
}

/**
 * A thread with an analysis in the beauty funnel: a fair, cool winter type with dry skin. Its rules exclude retinol. The match
 * is what carries her color type, her complexion or her concern, the best sellers first.
 */
export function createMatchedScope({ catalog }: ChatCompany): ThreadScope {
  const eligible = catalog.variants.filter(
    ({ tags }) => tags.includes('world:beauty') && !tags.includes('ingredient:retinol'),
  );
  const suits = ['color_type:TRUE_WINTER', 'complexion:LIGHT/COOL', 'complexion:LIGHT/*', 'concern:dryness'];
  const isPersonal = (tag: string): boolean => /^(?:color_type|complexion):/.test(tag);
  const matched = eligible
    .filter(({ available, tags }) => available && !tags.includes('category:set'))
    .filter(({ tags }) =>
      tags.some(isPersonal) ? tags.some((tag) => suits.slice(0, 3).includes(tag)) : tags.includes('concern:dryness'),
    )
    .sort((a, b) => Number(b.tags.includes('badge:bestseller')) - Number(a.tags.includes('badge:bestseller')));
  const eligibleIds = eligible.map(({ id }) => id);
  const { sets, complete } = listDemoSets(eligibleIds, matched);
  const isExcluded = ({ tags }: (typeof catalog.variants)[number]): boolean =>
    tags.includes('world:beauty') && tags.includes('ingredient:retinol');
  return {
    excluded: catalog.variants.filter(isExcluded).map(({ id }) => id),
    eligible: eligibleIds,
    matched: [...complete, ...matched.map(({ id }) => id)],
    sets,
    reasons: new Map(
      [...complete, ...matched.map(({ id }) => id)].map((id) => [id, ['Matches your answer “Dryness”.']]),
    ),
    colorType: 'TRUE_WINTER',
  };
}
