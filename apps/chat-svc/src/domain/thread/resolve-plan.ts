import type { FoundBy, Outcome, SubjectIntent, TalkIntent } from '../compose/situation.js';
import type { AllowedSet, MatchedRef, Ref } from '../grounding/allowed-set.js';
import { type Some, toSome } from '../grounding/blocks.js';
import { toKindQuery } from '../plan/kind-query.js';
import type { HiddenPage, Plan } from '../plan/plan.js';
import { EMPTY_QUERY, type Query } from '../plan/query.js';
import { hasFilter } from '../plan/read-question.js';
import { type FindOptions, findProducts } from '../search/find-products.js';
import type { ChatCompany } from './chat-company.js';
import { listNarrowing } from './list-narrowing.js';
import { resolveSets, type SetScope } from './resolve-sets.js';

/** Cards of an answer. */
export const MAX_CARDS = 6;
/** Of a recommendation: where the result page has fewer tabs, the next best of the match follow. */
const MIN_RECOMMENDED = 3;
const MAX_INSTEAD = 3;

/** What a turn knows besides its plan. */
export interface TurnScope<Scope> extends SetScope<Scope> {
  /** As in `PlanContext`. */
  readonly hiddenPage?: HiddenPage | undefined;
  /** Documents: the best of each tab of the result page. */
  readonly firstOfTabs: readonly number[];
  /** Documents that the current search has shown. */
  readonly seen: readonly number[];
  /** Documents that were shown last. */
  readonly shown: readonly number[];
}

const SUBJECT_INTENTS: ReadonlySet<string> = new Set<SubjectIntent>([
  'PRICE',
  'AVAILABLE',
  'SIZES',
  'DOES_THIS_SUIT_ME',
  'WHY',
  'ADD_TO_CART',
]);

/** Carries out a plan: what is found, by refs of the turn's allowed set only. */
export function resolvePlan<Scope>(plan: Plan, company: ChatCompany, turn: TurnScope<Scope>): Outcome<Scope> {
  const { intent } = plan;
  if (company.isPreparing && needsSearch(plan, turn)) return { kind: 'TALK', intent: 'SEARCH_NOT_READY' };
  if (intent === 'FAQ') return { kind: 'FAQ', entry: plan.faqEntry };
  if (intent === 'FIND') return find(plan, company, turn);
  if (intent === 'REFINE') return refine(plan, company, turn);
  if (intent === 'WHAT_SUITS_ME') return recommend(plan, company, turn);
  if (intent === 'COMPARE') return comparePlan(plan, turn);
  if (intent === 'SET') return findSets(plan, company, turn);
  if (isSubjectIntent(intent)) return resolveSubject(intent, plan, company, turn);
  return { kind: 'TALK', intent: intent satisfies TalkIntent };
}

/** What is not understood may be the name of a product. */
const needsSearch = ({ intent, query }: Plan, { hasAnalysis }: { hasAnalysis: boolean }): boolean =>
  ['FIND', 'REFINE', 'COMPARE', 'SET', 'UNKNOWN'].includes(intent) ||
  isSubjectIntent(intent) ||
  (intent === 'WHAT_SUITS_ME' && (hasAnalysis || hasFilter(query)));

const isSubjectIntent = (intent: string): intent is SubjectIntent => SUBJECT_INTENTS.has(intent);

function find<Scope>(plan: Plan, company: ChatCompany, turn: TurnScope<Scope>): Outcome<Scope> {
  const options: FindOptions<Scope> = { allowed: turn.allowed, limit: MAX_CARDS };
  const named = plan.isNamed
    ? plan.subjects.flatMap((document) => choose(document, plan.query, company, turn.allowed) ?? [])
    : [];
  if (plan.isNamed) {
    const items = toSome(named);
    return items ? toProducts('SEARCH', items, plan, company, turn) : { kind: 'NOTHING', why: 'NOTHING_FOUND' };
  }
  const isForeign = !hasFilter(plan.query) && plan.query.order === 'RELEVANCE' && plan.query.terms.length === 0;
  if (isForeign) return { kind: 'NOTHING', why: 'NOTHING_FOUND' };
  const { refs, isNear } = findProducts(plan.query, company, options);
  const items = toSome(refs);
  return items
    ? toProducts(isNear ? 'NEAR' : 'SEARCH', items, plan, company, turn)
    : { kind: 'NOTHING', why: 'NOTHING_FOUND' };
}

function toProducts<Scope>(
  by: FoundBy,
  items: Some<Ref<Scope>>,
  { query }: Plan,
  company: ChatCompany,
  { allowed }: TurnScope<Scope>,
): Outcome<Scope> {
  const documents = items.map((ref) => allowed.getDocument(ref));
  return {
    kind: 'PRODUCTS',
    by,
    items,
    offersAnalysis: by !== 'MATCH',
    narrow: listNarrowing(documents, query, company),
  };
}

/** The variant of a product that fits the filters of a query best; the product's first allowed one if none fits. */
function choose<Scope>(
  document: number,
  query: Query,
  company: ChatCompany,
  allowed: AllowedSet<Scope>,
): Ref<Scope> | undefined {
  const product = company.index.productOf[document];
  const siblings = company.index.products[product ?? -1]?.variants ?? [];
  const options = { allowed, limit: 1, product, isAnyText: true };
  const [fitting] = findProducts({ ...query, groups: [] }, company, options).refs;
  return fitting ?? siblings.flatMap((sibling) => allowed.getRef(sibling) ?? [])[0];
}

function refine<Scope>(plan: Plan, company: ChatCompany, turn: TurnScope<Scope>): Outcome<Scope> {
  const { allowed, shown, seen } = turn;
  const { query, subjects } = plan;
  const matchedOnly = query.matchedOnly && allowed.matchedCount > 0;
  const isAnyText = query.terms.length === 0;
  const base: FindOptions<Scope> = { allowed, limit: MAX_CARDS, matchedOnly, isAnyText };
  if (plan.change === 'CHEAPER') {
    const than = subjects.length > 0 ? subjects : shown;
    const prices = than.flatMap((document) => company.catalog.variants[document]?.price?.amount ?? []);
    const options = { ...base, cheaperThan: prices.length > 0 ? Math.max(...prices) : undefined };
    const items = toSome(findProducts({ ...query, order: 'CHEAPEST' }, company, options).refs);
    return items ? toProducts('CHEAPER', items, plan, company, turn) : { kind: 'NOTHING', why: 'NOTHING_CHEAPER' };
  }
  if (plan.change === 'MORE') {
    const items = toSome(findProducts(query, company, { ...base, without: [...seen, ...subjects] }).refs);
    return items ? toProducts('MORE', items, plan, company, turn) : { kind: 'NOTHING', why: 'NOTHING_MORE' };
  }
  const { refs, isNear } = findProducts(query, company, base);
  const items = toSome(refs);
  if (!items) return { kind: 'NOTHING', why: matchedOnly ? 'NOTHING_SUITS' : 'NOTHING_FOUND' };
  return toProducts(isNear ? 'NEAR' : matchedOnly ? 'MATCH' : 'SEARCH', items, plan, company, turn);
}

function recommend<Scope>(plan: Plan, company: ChatCompany, turn: TurnScope<Scope>): Outcome<Scope> {
  const { allowed, hasAnalysis } = turn;
  const isFiltered = hasFilter(plan.query);
  if (!hasAnalysis) return isFiltered ? find({ ...plan, isNamed: false }, company, turn) : { kind: 'NEEDS_ANALYSIS' };
  const query = { ...(isFiltered ? plan.query : EMPTY_QUERY), terms: [] };
  const firsts = isFiltered ? [] : listFirsts(turn);
  const without = firsts.map((ref) => allowed.getDocument(ref));
  const limit =
    firsts.length >= MIN_RECOMMENDED ? 0 : (firsts.length > 0 ? MIN_RECOMMENDED : MAX_CARDS) - firsts.length;
  const best = findProducts(query, company, { allowed, limit, matchedOnly: true, without }).refs;
  const items = toSome([...firsts, ...best]);
  return items ? toProducts('MATCH', items, plan, company, turn) : { kind: 'NOTHING', why: 'NOTHING_SUITS' };
}

/** The best of each tab of the result page, in the order of the tabs. */
const listFirsts = <Scope>({ allowed, firstOfTabs }: TurnScope<Scope>): Ref<Scope>[] =>
  firstOfTabs
    .flatMap((document) => {
      const ref = allowed.getRef(document);
      return (ref && allowed.asMatched(ref)) ?? [];
    })
    .slice(0, MAX_CARDS);

/** Sets; where the company has defined none, what its catalog calls one. */
function findSets<Scope>(plan: Plan, company: ChatCompany, turn: TurnScope<Scope>): Outcome<Scope> {
  const isKind = plan.query.groups.some(({ kind }) => kind === 'category');
  if (turn.sets.length === 0 && plan.subjects.length === 0 && isKind) {
    const found = find(plan, company, turn);
    if (found.kind === 'PRODUCTS') return found;
  }
  return resolveSets(plan, company, turn, MAX_CARDS);
}

function comparePlan<Scope>({ subjects }: Plan, { allowed }: TurnScope<Scope>): Outcome<Scope> {
  const [a, b] = subjects.flatMap((document) => allowed.getRef(document) ?? []);
  return a && b && a !== b ? { kind: 'COMPARED', items: [a, b] } : { kind: 'NEEDS_PRODUCT', count: 2 };
}

function resolveSubject<Scope>(
  intent: SubjectIntent,
  plan: Plan,
  company: ChatCompany,
  turn: TurnScope<Scope>,
): Outcome<Scope> {
  const { allowed, hiddenPage } = turn;
  const [document] = plan.subjects;
  if (intent === 'DOES_THIS_SUIT_ME' && document === undefined && hiddenPage) {
    if (!turn.hasAnalysis) return { kind: 'NEEDS_ANALYSIS' };
    const why = hiddenPage === 'EXCLUDED' ? 'THIS_EXCLUDED' : 'THIS_UNKNOWN';
    return { kind: 'HIDDEN', why, instead: findMatched(EMPTY_QUERY, MAX_INSTEAD, [], company, turn) };
  }
  const subject =
    document === undefined
      ? undefined
      : plan.isNamed
        ? choose(document, plan.query, company, allowed)
        : allowed.getRef(document);
  if (!subject) return { kind: 'NEEDS_PRODUCT', count: 1 };
  const isAboutMatch = intent === 'DOES_THIS_SUIT_ME' || intent === 'WHY';
  return { kind: 'SUBJECT', intent, subject, instead: isAboutMatch ? listInstead(subject, company, turn) : [] };
}

/** Products of the match of the same kind as another, which is not in it; the best of the match fill them up to three. */
function listInstead<Scope>(subject: Ref<Scope>, company: ChatCompany, turn: TurnScope<Scope>): MatchedRef<Scope>[] {
  const { allowed } = turn;
  const document = allowed.getDocument(subject);
  const siblings = company.index.products[company.index.productOf[document] ?? -1]?.variants ?? [document];
  if (allowed.matchedCount === 0 || siblings.some((sibling) => allowed.matchedDocuments.has(sibling))) return [];
  const same = findMatched(toKindQuery(document, company.lexicon), MAX_INSTEAD, [], company, turn);
  const known = same.map((ref) => allowed.getDocument(ref));
  return [...same, ...findMatched(EMPTY_QUERY, MAX_INSTEAD - same.length, known, company, turn)];
}

/** The best products of the match, without some. */
const findMatched = <Scope>(
  query: Query,
  limit: number,
  without: readonly number[],
  company: ChatCompany,
  { allowed }: TurnScope<Scope>,
): MatchedRef<Scope>[] =>
  findProducts(query, company, { allowed, limit, matchedOnly: true, without }).refs.flatMap(
    (ref) => allowed.asMatched(ref) ?? [],
  );
