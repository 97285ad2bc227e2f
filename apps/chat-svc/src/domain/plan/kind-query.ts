import type { Lexicon } from '../lexicon/compile-lexicon.js';
import { EMPTY_QUERY, type Query } from './query.js';

/** Facets that say what kind of product a document is. */
const listKinds = (document: number, { categories, facets }: Lexicon): number[] =>
  categories.filter((facet) => facets[facet]?.members.has(document));

/** A search for products of the same kind as one; for all products where it has no kind. */
export function toKindQuery(document: number, lexicon: Lexicon): Query {
  const kinds = listKinds(document, lexicon);
  return { ...EMPTY_QUERY, groups: kinds.length > 0 ? [{ kind: 'category', facets: kinds }] : [] };
}

/** A search for products of another kind than some, with everything else that was asked for. */
export function toOtherKinds(query: Query, documents: readonly number[], lexicon: Lexicon): Query {
  const kinds = documents.flatMap((document) => listKinds(document, lexicon));
  return {
    ...query,
    groups: query.groups.filter(({ kind }) => kind !== 'category'),
    excluded: [...new Set([...query.excluded, ...kinds])],
    hints: [],
    related: [],
    terms: [],
  };
}
