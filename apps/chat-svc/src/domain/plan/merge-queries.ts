import type { Query } from './query.js';

/**
 * The last search with what a message adds. A new color, size or limit replaces the old one; needs and properties are added;
 * the kind of product stays.
 */
export function mergeQueries(before: Query, added: Query): Query {
  const hasPrice = added.minPrice !== undefined || added.maxPrice !== undefined;
  const isNewCategory = added.groups.some(({ kind }) => kind === 'category');
  const kept = before.groups.filter(({ kind }) => !(isNewCategory && kind === 'category'));
  return {
    groups: [...kept, ...added.groups],
    colors: added.colors.length > 0 ? added.colors : before.colors,
    sizes: added.sizes.length > 0 ? added.sizes : before.sizes,
    excluded: [...before.excluded, ...added.excluded],
    minPrice: hasPrice ? added.minPrice : before.minPrice,
    maxPrice: hasPrice ? added.maxPrice : before.maxPrice,
    order: added.order === 'RELEVANCE' ? before.order : added.order,
    availableOnly: before.availableOnly || added.availableOnly,
    matchedOnly: before.matchedOnly,
    hints: [...new Set([...before.hints, ...added.hints])],
    related: [...new Set([...before.related, ...added.related])],
    terms: [...new Set([...before.terms, ...added.terms])],
  };
}
