import type { ChatLanguage } from '@svc/domain';
import type { Outcome } from '../compose/situation.js';
import type { AllowedSet, Ref } from '../grounding/allowed-set.js';
import { toKindQuery } from '../plan/kind-query.js';
import type { Plan } from '../plan/plan.js';
import { EMPTY_QUERY, type Query } from '../plan/query.js';
import { hasFilter } from '../plan/read-question.js';
import type { ChatCompany } from './chat-company.js';
import type { Offered, ThreadState } from './thread-state.js';

interface AnsweredTurn<Scope> {
  readonly plan: Plan;
  readonly outcome: Outcome<Scope>;
  readonly offered: Offered;
  readonly language: ChatLanguage;
}

/** What the next turn needs of this one. */
export function toNextState<Scope>(
  state: ThreadState,
  { plan, outcome, offered, language }: AnsweredTurn<Scope>,
  company: ChatCompany,
  allowed: AllowedSet<Scope>,
): ThreadState {
  const { catalog, catalogVersion, isPreparing } = company;
  const toIds = (refs: readonly Ref<Scope>[]): string[] =>
    refs.flatMap((ref) => catalog.variants[allowed.getDocument(ref)]?.id ?? []);
  if (isPreparing) return { ...state, ...offered, language };
  const base = { ...state, ...offered, catalogVersion, language };
  if (plan.intent === 'RESTART') return { ...offered, catalogVersion, language, shown: [], seen: [] };
  if (outcome.kind === 'SUBJECT') {
    const shown = toIds([outcome.subject]);
    const isOfSearch = state.query !== undefined && shown.every((id) => state.seen.includes(id));
    if (isOfSearch) return { ...base, shown };
    const query = toSubjectQuery(outcome, company, allowed);
    return { ...base, query, shown, seen: [...shown, ...toIds(outcome.instead)] };
  }
  if (outcome.kind === 'HIDDEN') {
    const shown = toIds(outcome.instead);
    return { ...base, query: { ...EMPTY_QUERY, matchedOnly: true }, shown, seen: shown };
  }
  if (outcome.kind === 'SETS') {
    const [first] = outcome.items;
    const shown = toIds(outcome.items.map(({ own }) => own));
    const query = toKindQuery(allowed.getDocument(first.own), company.lexicon);
    const matchedOnly = outcome.items.every(({ own }) => allowed.asMatched(own) !== undefined);
    return { ...base, query: { ...query, matchedOnly }, shown, seen: shown };
  }
  if (outcome.kind === 'COMPARED') return { ...base, shown: toIds(outcome.items) };
  if (outcome.kind !== 'PRODUCTS') return base;
  const shown = toIds(outcome.items);
  const begun = plan.subjects.flatMap((document) => catalog.variants[document]?.id ?? []);
  const seen = outcome.by === 'MORE' ? [...state.seen, ...begun, ...shown] : shown;
  return { ...base, query: outcome.by === 'MATCH' ? toMatchQuery(plan) : plan.query, shown, seen };
}

/** What a recommendation was found with. */
function toMatchQuery({ intent, query }: Plan): Query {
  const isFiltered = intent !== 'WHAT_SUITS_ME' || hasFilter(query);
  return { ...(isFiltered ? query : EMPTY_QUERY), terms: [], matchedOnly: true };
}

type Subject<Scope> = Extract<Outcome<Scope>, { kind: 'SUBJECT' }>;

/** What others than a product are searched for with: its kind, the match if that is the subject, and what is available. */
function toSubjectQuery<Scope>(
  { intent, subject }: Subject<Scope>,
  { catalog, lexicon }: ChatCompany,
  allowed: AllowedSet<Scope>,
): Query {
  const document = allowed.getDocument(subject);
  return {
    ...toKindQuery(document, lexicon),
    availableOnly: (intent === 'AVAILABLE' || intent === 'ADD_TO_CART') && !catalog.variants[document]?.available,
    matchedOnly: intent === 'DOES_THIS_SUIT_ME' || intent === 'WHY' || allowed.asMatched(subject) !== undefined,
  };
}
