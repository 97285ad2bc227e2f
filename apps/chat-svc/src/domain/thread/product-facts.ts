import type { ChatCatalog } from '../catalog/chat-catalog.js';
import type { ProductFacts } from '../compose/situation.js';
import type { AllowedSet, Ref } from '../grounding/allowed-set.js';
import type { SearchIndex } from '../search/search-index.js';

/** Answers the composer's questions about products from one catalog, within the allowed set. */
export function createProductFacts<Scope>(
  { variants }: ChatCatalog,
  index: SearchIndex,
  allowed: AllowedSet<Scope>,
  reasons: ReadonlyMap<number, readonly string[]>,
): ProductFacts<Scope> {
  const get = (ref: Ref<Scope>) => variants[allowed.getDocument(ref)];
  return {
    asMatched: (ref) => allowed.asMatched(ref),
    hasPrice: (ref) => get(ref)?.price !== undefined,
    isAvailable: (ref) => get(ref)?.available ?? false,
    hasReasons: (ref) => (reasons.get(allowed.getDocument(ref))?.length ?? 0) > 0,
    listVariants: (ref) => {
      const product = index.products[index.productOf[allowed.getDocument(ref)] ?? -1];
      const [first = ref, ...others] = (product?.variants ?? []).flatMap((document) => allowed.getRef(document) ?? []);
      return [first, ...others];
    },
    findCheaper: (a, b) => {
      const [first, second] = [get(a)?.price, get(b)?.price];
      if (!first || !second || first.currency !== second.currency || first.amount === second.amount) return undefined;
      return first.amount < second.amount ? a : b;
    },
  };
}
