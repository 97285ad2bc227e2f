import type { ColorFamily } from '../lexicon/color-words.js';
import type { ConceptKind } from '../lexicon/concepts.js';

/** Facets of which a product must have any. */
export interface FacetGroup {
  readonly kind: ConceptKind;
  /** Numbers of facets of the lexicon. */
  readonly facets: readonly number[];
}

/**
 * What to search for: numbers, enums and the words that no concept has. The words are searched for in the catalog and go
 * nowhere else.
 */
export interface Query {
  readonly groups: readonly FacetGroup[];
  readonly colors: readonly ColorFamily[];
  readonly sizes: readonly number[];
  /** Facets that no product may have. */
  readonly excluded: readonly number[];
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly order: 'RELEVANCE' | 'CHEAPEST' | 'DEAREST';
  readonly availableOnly: boolean;
  /** Only products of the match: others of a recommendation are recommended too. Ignored where nothing is matched. */
  readonly matchedOnly?: boolean | undefined;
  /** Words of which the meaning is known: what was written decides the order. */
  readonly hints: readonly string[];
  /** Words with the same meaning as the hints, in both languages. */
  readonly related: readonly string[];
  /** Words that only the catalog's texts can explain. */
  readonly terms: readonly string[];
}

export const EMPTY_QUERY: Query = {
  groups: [],
  colors: [],
  sizes: [],
  excluded: [],
  order: 'RELEVANCE',
  availableOnly: false,
  hints: [],
  related: [],
  terms: [],
};
