import type { ChatLanguage } from '@svc/domain';
import { compose } from '../compose/compose.js';
import type { Outcome, Situation } from '../compose/situation.js';
import { type AllowedSet, withAllowedSet } from '../grounding/allowed-set.js';
import { encodeAnswer } from '../grounding/encode-answer.js';
import type { WireBlock, WireReply } from '../grounding/wire.js';
import { makePlan } from '../plan/make-plan.js';
import type { HiddenPage, Plan, PlanContext } from '../plan/plan.js';
import { detectLanguage } from '../text/detect-language.js';
import type { ChatCompany } from './chat-company.js';
import { findChosen, listOffered, planChosen } from './chosen.js';
import type { CompiledScope } from './compile-scope.js';
import { createProductFacts } from './product-facts.js';
import { resolvePlan } from './resolve-plan.js';
import type { ThreadState } from './thread-state.js';
import { toNextState } from './to-next-state.js';
import type { TurnInput } from './turn-input.js';

/** Chooses a plan where a model is connected; undefined: the lexicon's plan is used. */
export type ChoosePlan = (plan: Plan, context: PlanContext) => Plan;

export interface TurnAnswer {
  readonly blocks: readonly WireBlock[];
  readonly replies: readonly WireReply[];
  readonly language: ChatLanguage;
  readonly plan: Plan;
  /** Not understood, or nothing was found. */
  readonly isUnanswered: boolean;
  readonly thread: ThreadState;
}

/** Answers one turn. Pure; returns undefined for a reply or an action that the last answer of this thread did not offer. */
export function answerTurn(
  input: TurnInput,
  company: ChatCompany,
  scope: CompiledScope,
  thread: ThreadState,
  choosePlan: ChoosePlan = (plan) => plan,
): TurnAnswer | undefined {
  const state = thread.catalogVersion === company.catalogVersion ? thread : { ...thread, query: undefined };
  const chosen = findChosen(input, state);
  if (!('text' in input) && !chosen) return undefined;
  const language = chooseLanguage(input, state) ?? company.language;
  const toDocuments = (ids: readonly string[]): number[] => ids.flatMap((id) => company.documents.get(id) ?? []);
  const { hasAnalysis, reasons } = scope;
  return withAllowedSet(scope.documents, (allowed) => {
    const keep = (ids: readonly string[]): number[] => toDocuments(ids).filter((document) => allowed.getRef(document));
    const page = findPage(input.productId, company, allowed);
    const hiddenPage = page === undefined ? findHidden(input.productId, company, scope) : undefined;
    const context: PlanContext = {
      page,
      hiddenPage,
      hasAnalysis,
      sets: scope.sets.map(({ own }) => own),
      shown: keep(state.shown),
      query: state.query,
    };
    const own = chosen
      ? planChosen(chosen, company, context, language)
      : makePlan('text' in input ? input.text : '', company, context);
    const plan = chosen ? own : choosePlan(own, context);
    const situation = describeSituation(company, scope);
    const { firstOfTabs, sets } = scope;
    const turn = { allowed, hasAnalysis, firstOfTabs, sets, hiddenPage, shown: context.shown, seen: keep(state.seen) };
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
    const offered = listOffered(answer.replies, encoded);
    return {
      ...encoded,
      language,
      plan,
      isUnanswered: isUnanswered(outcome),
      thread: toNextState(state, { plan, outcome, offered, language }, company, allowed),
    };
  });
}

/** Of the message, where it shows one, else of the page. What was pressed is in the language of the answer that offered it. */
function chooseLanguage(input: TurnInput, { language }: ThreadState): ChatLanguage | undefined {
  if (!('text' in input)) return language ?? input.locale;
  return detectLanguage(input.text) ?? input.locale ?? language;
}

const isUnanswered = <Scope>(outcome: Outcome<Scope>): boolean =>
  outcome.kind === 'NOTHING' ||
  outcome.kind === 'NO_SETS' ||
  (outcome.kind === 'FAQ' && outcome.entry === undefined) ||
  (outcome.kind === 'TALK' && outcome.intent === 'UNKNOWN');

/** The page's variant, or the first available variant of its product. */
function findPage<Scope>(id: string | undefined, company: ChatCompany, allowed: AllowedSet<Scope>): number | undefined {
  if (id === undefined) return undefined;
  const { documents, catalog } = company;
  const exact = documents.get(id);
  if (exact !== undefined) return allowed.getRef(exact) ? exact : undefined;
  const known = listVariants(id, company).filter((document) => allowed.getRef(document));
  return known.find((document) => catalog.variants[document]?.available) ?? known[0];
}

const listVariants = (productId: string, { catalog, index }: ChatCompany): readonly number[] =>
  index.products.find(({ variants: [first = -1] }) => catalog.variants[first]?.productId === productId)?.variants ?? [];

/** Why the product of a page may not be named; undefined for a page without one. */
function findHidden(id: string | undefined, company: ChatCompany, { excluded }: CompiledScope): HiddenPage | undefined {
  if (id === undefined) return undefined;
  const exact = company.documents.get(id);
  const variants = exact === undefined ? listVariants(id, company) : [exact];
  return variants.some((document) => excluded.has(document)) ? 'EXCLUDED' : 'UNKNOWN';
}

function describeSituation({ settings, hasFunnel }: ChatCompany, { hasAnalysis, colorType }: CompiledScope): Situation {
  return {
    hasFunnel,
    hasAnalysis,
    hasContact: settings.contactUrl !== null,
    hasPrivacy: settings.privacyUrl !== null,
    hasGreeting: settings.greeting !== null,
    starters: settings.starters.length,
    colorType,
  };
}
