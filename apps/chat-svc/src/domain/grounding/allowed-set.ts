import { BitSet } from '../search/bit-set.js';

declare const scope: unique symbol;
declare const suits: unique symbol;

/**
 * A product that may be named in one turn. It carries nothing that can be read or written down: only the allowed set that
 * created it knows which product it is. `Scope` ties it to that set, so a ref of another turn does not compile.
 */
export interface Ref<Scope> {
  readonly [scope]: (value: Scope) => Scope;
}

/** A product of the match: the only one that may be recommended. */
export interface MatchedRef<Scope> extends Ref<Scope> {
  readonly [suits]: true;
}

/** What a thread may show: document numbers of the catalog, and those of the match in its order. */
export interface AllowedDocuments {
  readonly eligible: BitSet;
  readonly matched: readonly number[];
}

/** The products of one turn. Everything else does not exist for it. */
export interface AllowedSet<Scope> {
  /** Document numbers of the set, as the first filter of every search. */
  readonly documents: BitSet;
  /** Those of the match. */
  readonly matchedDocuments: BitSet;
  /** Number of products of the match. */
  readonly matchedCount: number;
  /** The product with this document number; undefined if it is not allowed. The only way to a ref. */
  getRef(document: number): Ref<Scope> | undefined;
  /** The document number of a ref of this set. Throws for any other object. */
  getDocument(ref: Ref<Scope>): number;
  /** The same product as one of the match; undefined if it is not in the match. */
  asMatched(ref: Ref<Scope>): MatchedRef<Scope> | undefined;
  /** Position in the match, from 0; undefined if it is not in the match. */
  getRank(ref: Ref<Scope>): number | undefined;
}

/**
 * Creates the allowed set of a turn and calls `use` with it. The scope exists in this call only, so no ref can leave it with
 * its type. A match contains only eligible products; others are dropped.
 */
export function withAllowedSet<Result>(
  documents: AllowedDocuments,
  use: <Scope>(allowed: AllowedSet<Scope>) => Result,
): Result {
  return use(createAllowedSet(documents));
}

function createAllowedSet<Scope>({ eligible, matched }: AllowedDocuments): AllowedSet<Scope> {
  const refs = new Map<number, MatchedRef<Scope>>();
  const numbers = new WeakMap<Ref<Scope>, number>();
  const known = matched.filter((document) => eligible.has(document));
  const ranks = new Map(known.map((document, rank) => [document, rank]));
  const createRef = (document: number): MatchedRef<Scope> => {
    const ref: MatchedRef<Scope> = Object.freeze(Object.create(null));
    refs.set(document, ref);
    numbers.set(ref, document);
    return ref;
  };
  const getRef = (document: number): MatchedRef<Scope> | undefined =>
    eligible.has(document) ? (refs.get(document) ?? createRef(document)) : undefined;
  const getDocument = (ref: Ref<Scope>): number => {
    const document = numbers.get(ref);
    if (document === undefined) throw new Error('A ref must be from the allowed set of its turn.');
    return document;
  };
  return {
    documents: eligible,
    matchedDocuments: BitSet.from(eligible.size, known),
    matchedCount: ranks.size,
    getRef,
    getDocument,
    asMatched: (ref) => (ranks.has(getDocument(ref)) ? getRef(getDocument(ref)) : undefined),
    getRank: (ref) => ranks.get(getDocument(ref)),
  };
}
