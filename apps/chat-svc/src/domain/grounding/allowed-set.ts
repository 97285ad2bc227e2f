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
  readonly eligible: readonly number[];
  readonly matched: readonly number[];
}

/** The products of one turn. Everything else does not exist for it. */
export interface AllowedSet<Scope> {
  readonly size: number;
  /** Number of products of the match. */
  readonly matchedCount: number;
  /** The product with this index; undefined beyond the set. */
  at(index: number): Ref<Scope> | undefined;
  /** The product with this document number; undefined if it is not allowed. */
  refOf(document: number): Ref<Scope> | undefined;
  /** The document number of a ref of this set. Throws for any other object. */
  documentOf(ref: Ref<Scope>): number;
  /** The same product as one of the match; undefined if it is not in the match. */
  asMatched(ref: Ref<Scope>): MatchedRef<Scope> | undefined;
  /** Position in the match, from 0; undefined if it is not in the match. */
  rankOf(ref: Ref<Scope>): number | undefined;
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
  const refs: MatchedRef<Scope>[] = eligible.map(() => Object.freeze(Object.create(null)));
  const documents = new WeakMap<Ref<Scope>, number>();
  const byDocument = new Map<number, MatchedRef<Scope>>();
  for (const [index, ref] of refs.entries()) {
    const document = eligible[index] ?? 0;
    documents.set(ref, document);
    byDocument.set(document, ref);
  }
  const ranks = new Map(matched.filter((document) => byDocument.has(document)).map((document, rank) => [document, rank]));
  const documentOf = (ref: Ref<Scope>): number => {
    const document = documents.get(ref);
    if (document === undefined) throw new Error('A ref must be from the allowed set of its turn.');
    return document;
  };
  return {
    size: refs.length,
    matchedCount: ranks.size,
    at: (index) => refs[index],
    refOf: (document) => byDocument.get(document),
    documentOf,
    asMatched: (ref) => (ranks.has(documentOf(ref)) ? byDocument.get(documentOf(ref)) : undefined),
    rankOf: (ref) => ranks.get(documentOf(ref)),
  };
}
