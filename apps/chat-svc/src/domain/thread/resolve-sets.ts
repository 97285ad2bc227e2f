import type { Outcome, ShownSet } from '../compose/situation.js';
import type { AllowedSet, Ref } from '../grounding/allowed-set.js';
import type { Plan } from '../plan/plan.js';
import type { Query } from '../plan/query.js';
import { hasFilter } from '../plan/read-question.js';
import { BitSet } from '../search/bit-set.js';
import { findProducts } from '../search/find-products.js';
import { normalize, toWords } from '../text/normalize.js';
import type { ChatCompany } from './chat-company.js';
import type { SetDocuments } from './compile-scope.js';

/** What sets are found in. */
export interface SetScope<Scope> {
  readonly allowed: AllowedSet<Scope>;
  readonly hasAnalysis: boolean;
  readonly sets: readonly SetDocuments[];
}

/**
 * The sets that a question is about: the one that it names, those that contain a product, or those that have what is asked for. With an
 * analysis only sets that are complete for it are found, unless the shopper names one or a product. Sets that are sold out are not found.
 * docs/chat.md T1.14.
 * @param limit - of sets.
 */
export function resolveSets<Scope>(
  { query, subjects }: Pick<Plan, 'query' | 'subjects'>,
  company: ChatCompany,
  { allowed, hasAnalysis, sets }: SetScope<Scope>,
  limit: number,
): Outcome<Scope> {
  const [document] = subjects;
  const subject = document === undefined ? undefined : allowed.getRef(document);
  const named = sets.find(({ own }) => own === document);
  const asked = named && toShown(named, allowed);
  if (asked) return { kind: 'SETS', items: [asked], isNear: false };
  const sold = sets.filter(({ own }) => company.catalog.variants[own]?.available);
  if (subject) {
    const product = getProduct(allowed.getDocument(subject), company);
    const containing = sold.filter(({ members }) => members.some((member) => getProduct(member, company) === product));
    const items = toItems(containing, allowed, limit);
    return items
      ? { kind: 'SETS', items, with: subject, isNear: false }
      : { kind: 'NO_SETS', why: 'NO_SET_WITH', product: subject };
  }
  const pool = hasAnalysis ? sold.filter(({ own }) => allowed.matchedDocuments.has(own)) : sold;
  if (pool.length === 0) return { kind: 'NO_SETS', why: hasAnalysis && sets.length > 0 ? 'NO_SET_SUITS' : 'NO_SETS' };
  const { found, isNear } = findSets(query, pool, company, allowed, limit);
  const items = toItems(found, allowed, limit);
  return items ? { kind: 'SETS', items, isNear } : { kind: 'NO_SETS', why: 'NO_SET_FOUND' };
}

/** Sets with the wanted kinds of products in them, of which the set itself has everything else that is wanted; the best first. */
function findSets<Scope>(
  query: Query,
  pool: readonly SetDocuments[],
  company: ChatCompany,
  allowed: AllowedSet<Scope>,
  limit: number,
): { found: SetDocuments[]; isNear: boolean } {
  const { lexicon, catalog } = company;
  const kinds = query.groups
    .filter(({ kind }) => kind === 'category')
    .flatMap(({ facets }) => facets.flatMap((number) => lexicon.facets[number] ?? []))
    // That something is a set says nothing about what is in it.
    .filter(({ members }) => !pool.some(({ own }) => members.has(own)));
  const named = company.index.search(kinds.flatMap(({ value }) => toWords(normalize(value.replaceAll('_', ' ')))));
  const isFitting = ({ own, members }: SetDocuments): boolean =>
    // Until a set is filled, its own name is all that says what is in it.
    members.length === 0
      ? named.has(getProduct(own, company) ?? -1)
      : members.some((member) => kinds.some((kind) => kind.members.has(member)));
  const fitting = kinds.length === 0 ? pool : pool.filter(isFitting);
  const others: Query = { ...query, groups: query.groups.filter(({ kind }) => kind !== 'category') };
  const within = BitSet.from(
    catalog.variants.length,
    fitting.map(({ own }) => own),
  );
  const { refs, isNear } = findProducts(others, company, { allowed, limit, within, isAnyText: true });
  const documents = refs.map((ref) => allowed.getDocument(ref));
  return {
    found: documents.flatMap((own) => fitting.find((set) => set.own === own) ?? []),
    isNear: isNear && hasFilter(query),
  };
}

const getProduct = (document: number, { index }: ChatCompany): number | undefined => index.productOf[document];

/** Members that may not be named are left out. */
function toShown<Scope>({ own, members }: SetDocuments, allowed: AllowedSet<Scope>): ShownSet<Scope> | undefined {
  const ref: Ref<Scope> | undefined = allowed.getRef(own);
  return ref && { own: ref, members: members.flatMap((member) => allowed.getRef(member) ?? []) };
}

function toItems<Scope>(
  sets: readonly SetDocuments[],
  allowed: AllowedSet<Scope>,
  limit: number,
): [ShownSet<Scope>, ...ShownSet<Scope>[]] | undefined {
  const [first, ...others] = sets.flatMap((set) => toShown(set, allowed) ?? []).slice(0, limit);
  return first && [first, ...others];
}
