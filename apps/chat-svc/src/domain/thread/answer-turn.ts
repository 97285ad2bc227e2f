import type { ChatLanguage } from '../catalog/chat-catalog.js';
import { compose } from '../compose/compose.js';
import type { Outcome, Situation } from '../compose/situation.js';
import { type AllowedDocuments, type AllowedSet, type Ref, withAllowedSet } from '../grounding/allowed-set.js';
import type { ColorType, Reply } from '../grounding/blocks.js';
import { encodeAnswer } from '../grounding/encode-answer.js';
import type { WireBlock, WireReply } from '../grounding/wire.js';
import type { Intent } from '../plan/intents.js';
import { makePlan } from '../plan/make-plan.js';
import type { Plan, PlanContext } from '../plan/plan.js';
import { EMPTY_QUERY } from '../plan/query.js';
import { BitSet } from '../search/bit-set.js';
import { detectLanguage } from '../text/detect-language.js';
import type { ChatCompany } from './chat-company.js';
import { planReply } from './plan-reply.js';
import { createProductFacts } from './product-facts.js';
import { resolvePlan } from './resolve-plan.js';
import type { ThreadState } from './thread-state.js';

/** The match of a thread, or only its assortment. Ids that the catalog does not have are dropped. */
export interface ThreadScope {
  /** Variant ids that may be named. */
  readonly eligible: readonly string[];
  /** With an analysis: variant ids of the match, the best first. */
  readonly matched?: readonly string[] | undefined;
  /** Reasons of the matcher by variant id, in the language of the answer. */
  readonly reasons?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly colorType?: ColorType | undefined;
}

/** A scope with the numbers of one compiled company; kept as long as both are current. */
export interface CompiledScope {
  readonly documents: AllowedDocuments;
  readonly hasAnalysis: boolean;
  readonly reasons: ReadonlyMap<number, readonly string[]>;
  readonly colorType?: ColorType | undefined;
}

export function compileScope(
  { eligible, matched, reasons = new Map(), colorType }: ThreadScope,
  { documents, catalog }: ChatCompany,
): CompiledScope {
  const toDocuments = (ids: readonly string[]): number[] => ids.flatMap((id) => documents.get(id) ?? []);
  return {
    documents: {
      eligible: BitSet.from(catalog.variants.length, toDocuments(eligible)),
      matched: toDocuments(matched ?? []),
    },
    hasAnalysis: matched !== undefined,
    reasons: new Map(
      [...reasons].flatMap(([id, texts]) => toDocuments([id]).map((document) => [document, texts] as const)),
    ),
    colorType,
  };
}

/** What the shopper did. */
export type TurnInput = ({ readonly text: string } | { readonly quickReply: string }) & {
  /** Product or variant id of the page. */
  readonly productId?: string | undefined;
  readonly locale?: ChatLanguage | undefined;
};

/** Chooses a plan where a model is connected; undefined: the lexicon's plan is used. */
export type ChoosePlan = (plan: Plan, context: PlanContext) => Plan;

export interface TurnAnswer {
  readonly blocks: readonly WireBlock[];
  readonly replies: readonly WireReply[];
  readonly language: ChatLanguage;
  readonly intent: Intent;
  readonly thread: ThreadState;
}

/** Answers one turn. Pure; returns undefined for a quick reply that this thread does not offer. */
export function answerTurn(
  input: TurnInput,
  company: ChatCompany,
  scope: CompiledScope,
  thread: ThreadState,
  choosePlan: ChoosePlan = (plan) => plan,
): TurnAnswer | undefined {
  const state = thread.catalogVersion === company.catalogVersion ? thread : { ...thread, query: undefined };
  const reply = 'quickReply' in input ? findReply(state.replies, input.quickReply) : undefined;
  if ('quickReply' in input && !reply) return undefined;
  const language =
    ('text' in input && detectLanguage(input.text)) || state.language || input.locale || company.language;
  const toDocuments = (ids: readonly string[]): number[] => ids.flatMap((id) => company.documents.get(id) ?? []);
  const { hasAnalysis, reasons } = scope;
  return withAllowedSet(scope.documents, (allowed) => {
    const keep = (ids: readonly string[]): number[] => toDocuments(ids).filter((document) => allowed.refOf(document));
    const context: PlanContext = {
      page: findPage(input.productId, company, allowed),
      hasAnalysis,
      shown: keep(state.shown),
      query: state.query,
    };
    const own = reply
      ? planReply(reply, company, context, language)
      : makePlan('text' in input ? input.text : '', company, context);
    const plan = reply ? own : choosePlan(own, context);
    const situation = describeSituation(company, scope);
    const turn = { allowed, hasAnalysis, shown: context.shown, seen: keep(state.seen) };
    const outcome = resolvePlan(plan, company, turn);
    const answer = compose(outcome, situation, createProductFacts(company.catalog, company.index, allowed, reasons));
    const { lexicon, catalog, settings } = company;
    const encoded = encodeAnswer(answer, allowed, {
      catalog,
      names: lexicon.names,
      facets: lexicon.facets,
      settings,
      reasons,
      language,
    });
    return {
      ...encoded,
      language,
      intent: plan.intent,
      thread: toNextState(state, { plan, outcome, replies: answer.replies, language }, company, allowed),
    };
  });
}

function findReply(replies: readonly Reply[], id: string): Reply | undefined {
  const number = /^q([1-9]\d?)$/.exec(id)?.[1];
  return number ? replies[Number(number) - 1] : undefined;
}

/** The page's variant, or the first available variant of its product. */
function findPage<Scope>(
  id: string | undefined,
  { documents, catalog, index }: ChatCompany,
  allowed: AllowedSet<Scope>,
): number | undefined {
  if (id === undefined) return undefined;
  const exact = documents.get(id);
  if (exact !== undefined) return allowed.refOf(exact) ? exact : undefined;
  const variants =
    index.products.find(({ variants: [first = -1] }) => catalog.variants[first]?.productId === id)?.variants ?? [];
  const known = variants.filter((document) => allowed.refOf(document));
  return known.find((document) => catalog.variants[document]?.available) ?? known[0];
}

function describeSituation({ settings, hasFunnel }: ChatCompany, { hasAnalysis, colorType }: CompiledScope): Situation {
  return {
    hasFunnel,
    hasAnalysis,
    hasContact: settings.contactUrl !== undefined,
    hasPrivacy: settings.privacyUrl !== undefined,
    hasGreeting: settings.greeting !== undefined,
    starters: settings.starters.length,
    colorType,
  };
}

interface Turn<Scope> {
  readonly plan: Plan;
  readonly outcome: Outcome<Scope>;
  readonly replies: readonly Reply[];
  readonly language: ChatLanguage;
}

function toNextState<Scope>(
  state: ThreadState,
  { plan, outcome, replies, language }: Turn<Scope>,
  { catalog, catalogVersion }: ChatCompany,
  allowed: AllowedSet<Scope>,
): ThreadState {
  const toIds = (refs: readonly Ref<Scope>[]): string[] =>
    refs.flatMap((ref) => catalog.variants[allowed.documentOf(ref)]?.id ?? []);
  const base = { ...state, catalogVersion, replies, language };
  if (plan.intent === 'RESTART') return { catalogVersion, shown: [], seen: [], replies, language };
  if (outcome.kind === 'SUBJECT') return { ...base, shown: toIds([outcome.subject]) };
  if (outcome.kind === 'COMPARED') return { ...base, shown: toIds(outcome.items) };
  if (outcome.kind !== 'PRODUCTS') return base;
  const shown = toIds(outcome.items);
  const seen = outcome.by === 'MORE' ? [...state.seen, ...shown] : shown;
  return { ...base, query: plan.query ?? EMPTY_QUERY, shown, seen };
}
