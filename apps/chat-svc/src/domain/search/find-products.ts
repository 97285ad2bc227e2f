import type { ChatCatalog } from '../catalog/chat-catalog.js';
import { groupBy } from '../catalog/group-by.js';
import type { AllowedSet, Ref } from '../grounding/allowed-set.js';
import type { Lexicon } from '../lexicon/compile-lexicon.js';
import type { FacetGroup, Query } from '../plan/query.js';
import { BitSet } from './bit-set.js';
import type { SearchIndex, TextHit } from './search-index.js';

/** What products are found in. */
export interface SearchParts {
  readonly catalog: ChatCatalog;
  readonly lexicon: Lexicon;
  readonly index: SearchIndex;
}

/** Products that answer a query, the best first. */
export interface Found<Scope> {
  readonly refs: readonly Ref<Scope>[];
  /** Nothing has all that was asked for; these have the most important part. */
  readonly isNear: boolean;
}

export interface FindOptions<Scope> {
  readonly allowed: AllowedSet<Scope>;
  readonly limit: number;
  /** Only products of the match, in its order. */
  readonly matchedOnly?: boolean | undefined;
  /** Products that were shown before, by document number; a product is excluded with all its variants. */
  readonly without?: readonly number[] | undefined;
  /** Whether products without any of the words count, because they are named. */
  readonly isAnyText?: boolean | undefined;
  /** Only variants of this product. */
  readonly product?: number | undefined;
  /** Only these documents. */
  readonly within?: BitSet | undefined;
  /** Only products that cost less. */
  readonly cheaperThan?: number | undefined;
}

const HINT_WEIGHT = 0.5;
const RELATED_WEIGHT = 0.1;
/** Share of the unknown words that a product must contain if nothing filters. */
const MIN_COVERAGE = 0.6;

/**
 * Finds products: filters are sets of documents that apply before anything is ranked, starting with the allowed set, so what
 * is not allowed is never a candidate. One variant per product. Without a result, properties, then needs, then colors are
 * dropped; the kind of product, sizes, prices and the shopper's exclusions never are.
 */
export function findProducts<Scope>(query: Query, parts: SearchParts, options: FindOptions<Scope>): Found<Scope> {
  for (const [step, relaxed] of listRelaxations(query).entries()) {
    const documents = filterDocuments(relaxed, parts, options);
    if (documents.isEmpty()) continue;
    const refs = rankDocuments(documents, relaxed, parts, options);
    if (refs.length > 0) return { refs, isNear: step > 0 };
  }
  return { refs: [], isNear: false };
}

function listRelaxations(query: Query): Query[] {
  const without = (dropped: (group: FacetGroup) => boolean, from: Query): Query => ({
    ...from,
    groups: from.groups.filter((group) => !dropped(group)),
  });
  const noProperties = without(({ kind }) => kind === 'property', query);
  const noNeeds = without(({ kind }) => kind === 'need', noProperties);
  const steps = [query, noProperties, noNeeds, { ...noNeeds, colors: [] }];
  const unique = steps.filter(
    (step, index) => index === 0 || JSON.stringify(step) !== JSON.stringify(steps[index - 1]),
  );
  return unique.filter((step, index) => index === 0 || step.groups.length + step.colors.length > 0);
}

function filterDocuments<Scope>(
  query: Query,
  { catalog, lexicon, index }: SearchParts,
  options: FindOptions<Scope>,
): BitSet {
  const { variants } = catalog;
  const size = variants.length;
  const { allowed, matchedOnly, product, within, without = [], cheaperThan = Number.POSITIVE_INFINITY } = options;
  const hidden = new Set(without.map((document) => index.productOf[document]));
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = query;
  const isPriced = query.minPrice !== undefined || query.maxPrice !== undefined || options.cheaperThan !== undefined;
  let documents = matchedOnly ? allowed.matchedDocuments : allowed.documents;
  if (within) documents = documents.and(within);
  const unite = (facets: readonly number[]): BitSet =>
    facets.reduce((set, facet) => set.or(lexicon.facets[facet]?.members ?? new BitSet(size)), new BitSet(size));
  for (const { facets } of query.groups) documents = documents.and(unite(facets));
  if (query.sizes.length > 0) documents = documents.and(unite(query.sizes));
  if (query.excluded.length > 0) documents = documents.without(unite(query.excluded));
  if (query.colors.length > 0) {
    const sets = query.colors.map((color) => lexicon.colors.get(color) ?? new BitSet(size));
    documents = documents.and(sets.reduce((a, b) => a.or(b)));
  }
  const fits = (document: number): boolean => {
    const { price, available } = variants[document] ?? { available: false };
    if (query.availableOnly && !available) return false;
    return (
      !isPriced ||
      (price !== undefined && price.amount >= minPrice && price.amount <= maxPrice && price.amount < cheaperThan)
    );
  };
  const wanted =
    product === undefined ? documents : documents.and(BitSet.from(size, index.products[product]?.variants ?? []));
  const numbers = wanted.toArray().filter((document) => !hidden.has(index.productOf[document]) && fits(document));
  return BitSet.from(size, numbers);
}

interface Candidate<Scope> {
  readonly ref: Ref<Scope>;
  readonly document: number;
  readonly price: number;
  readonly available: boolean;
  readonly rank: number;
  /** Words of the question in the variant's own name. */
  readonly shade: number;
  readonly score: number;
  readonly coverage: number;
}

function rankDocuments<Scope>(
  documents: BitSet,
  query: Query,
  parts: SearchParts,
  options: FindOptions<Scope>,
): Ref<Scope>[] {
  const { catalog, lexicon, index } = parts;
  const { allowed, limit } = options;
  const terms = index.search(query.terms);
  const hints = index.search(query.hints);
  const related = index.search(query.related);
  const wanted = new Set([...query.terms, ...query.hints, ...query.related]);
  const candidates = documents.toArray().flatMap((document): Candidate<Scope>[] => {
    const ref = allowed.getRef(document);
    const variant = catalog.variants[document];
    if (!ref || !variant) return [];
    const product = index.productOf[document] ?? -1;
    const shade = (lexicon.shadeWords[document] ?? []).filter((word) => wanted.has(word)).length;
    return [
      {
        ref,
        document,
        shade,
        price: variant.price?.amount ?? Number.POSITIVE_INFINITY,
        available: variant.available,
        rank: allowed.getRank(ref) ?? Number.POSITIVE_INFINITY,
        score:
          getScore(terms.get(product)) +
          HINT_WEIGHT * getScore(hints.get(product)) +
          RELATED_WEIGHT * (related.get(product)?.score ?? 0),
        coverage: getCoverage(terms.get(product), query),
      },
    ];
  });
  const hasFilter =
    query.groups.length + query.colors.length + query.sizes.length > 0 ||
    query.maxPrice !== undefined ||
    query.minPrice !== undefined ||
    query.order !== 'RELEVANCE' ||
    options.matchedOnly ||
    options.isAnyText;
  const relevant = hasFilter ? candidates : candidates.filter(({ coverage }) => coverage >= MIN_COVERAGE);
  const compare = createOrder<Scope>(query, allowed.matchedCount > 0);
  const best = [...groupBy(relevant, ({ document }) => index.productOf[document]).values()].flatMap(
    (siblings) => siblings.sort(compareVariants(query))[0] ?? [],
  );
  return best
    .sort(compare)
    .slice(0, limit)
    .map(({ ref }) => ref);
}

/** A product with more of the words counts more than one with a rarer word. */
const getScore = (hit: TextHit | undefined): number => (hit ? hit.score * (0.5 + hit.coverage / 2) : 0);

const getCoverage = (hit: TextHit | undefined, { terms }: Query): number =>
  terms.length === 0 ? 0 : (hit?.coverage ?? 0);

function compareVariants<Scope>({ order }: Query): (a: Candidate<Scope>, b: Candidate<Scope>) => number {
  return (a, b) =>
    b.shade - a.shade ||
    Number(b.available) - Number(a.available) ||
    compareNumbers(a.rank, b.rank) ||
    (order === 'DEAREST' ? b.price - a.price : order === 'CHEAPEST' ? a.price - b.price : 0) ||
    a.document - b.document;
}

function createOrder<Scope>({ order }: Query, hasMatch: boolean): (a: Candidate<Scope>, b: Candidate<Scope>) => number {
  return (a, b) => {
    if (order === 'CHEAPEST' && a.price !== b.price) return compareNumbers(a.price, b.price);
    if (order === 'DEAREST' && a.price !== b.price) return compareNumbers(b.price, a.price);
    const byMatch = hasMatch ? compareNumbers(a.rank, b.rank) : 0;
    return byMatch || Number(b.available) - Number(a.available) || b.score - a.score || a.document - b.document;
  };
}

/** Compares numbers of which both may be infinite. */
const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
