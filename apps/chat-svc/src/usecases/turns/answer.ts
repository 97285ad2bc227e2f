import type { ChatLanguage } from '@svc/domain';
import type { Plan, PlanContext } from '../../domain/plan/plan.js';
import { answerTurn, type TurnAnswer } from '../../domain/thread/answer-turn.js';
import type { CompiledScope } from '../../domain/thread/compile-scope.js';
import type { ThreadState } from '../../domain/thread/thread-state.js';
import type { TurnInput } from '../../domain/thread/turn-input.js';
import type { Catalogs } from '../companies/catalogs.js';
import type { CompanyProfile, FoundAnalysis, ScopeSource } from '../companies/ports.js';
import type { ScopeSubject, Scopes, TurnScope } from '../companies/scopes.js';
import type { PlanChooser, PlannedTurn } from '../model/choose-plan.js';
import type { TurnSlot } from './turn-slots.js';

/** Where the shopper is. */
export interface TurnContext {
  readonly locale: ChatLanguage | undefined;
  readonly productId: string | undefined;
  readonly analysisId: string | undefined;
  /** Sub-domain. */
  readonly funnel: string | undefined;
}

export interface AnswerDeps {
  catalogs: Catalogs;
  scopes: Scopes;
  source: ScopeSource;
  /** Undefined: no model is connected. */
  choosePlan?: PlanChooser | undefined;
}

/** An answer, and the analysis that it is about. */
export interface FoundAnswer {
  readonly answered: TurnAnswer;
  readonly analysisId: string | undefined;
  /** The catalog was still being compiled. */
  readonly isPreparing: boolean;
  readonly isModelAsked: boolean;
}

/** The place of the turn, and what a model may know of the thread. */
export interface TurnThread extends Pick<PlannedTurn, 'threadCalls' | 'listMessages'> {
  readonly slot: TurnSlot;
}

type Planned = Pick<PlannedTurn, 'plan' | 'context'>;

/**
 * Finds the answer to a turn, from one state of catalog and match. Undefined: it chooses what the thread does not offer.
 * The engine runs twice where products of the match are shown: the second time with their reasons.
 */
export function findAnswer({ catalogs, scopes, source, choosePlan }: AnswerDeps) {
  return async (
    profile: CompanyProfile,
    state: ThreadState,
    context: TurnContext,
    input: TurnInput,
    { slot, ...thread }: TurnThread,
  ): Promise<FoundAnswer | undefined> => {
    const company = catalogs.find(profile) ?? (await slot.outside(() => catalogs.get(profile)));
    const { scope, analysisId } = await loadScope({ scopes, source }, profile, context);
    if (scope.catalogVersion !== '') catalogs.follow(profile, scope.catalogVersion);
    const compiled = scope.compile(company);
    let planned: { plan: Plan; context: PlanContext } | undefined;
    let chosen: Plan | undefined;
    const answer = (scoped: CompiledScope): TurnAnswer | undefined =>
      answerTurn(
        { ...input, productId: context.productId, locale: context.locale },
        company,
        scoped,
        state,
        (plan, planContext) => {
          planned ??= { plan, context: planContext };
          return chosen ?? plan;
        },
      );
    const own = answer(compiled);
    if (!own) return undefined;
    let isModelAsked = false;
    if (choosePlan && planned && profile.settings.model) {
      const turn = { companyId: profile.id, company, scope: compiled, language: own.language };
      const asked = { ...turn, ...(planned as Planned), ...thread };
      const choice = await slot.outside(() => choosePlan(asked));
      chosen = choice.plan;
      isModelAsked = choice.isAsked;
    }
    const first = chosen ? (answer(compiled) ?? own) : own;
    const shown = listShown(first).filter((id) => isMatched(compiled.documents.matched, company.documents.get(id)));
    const { isPreparing } = company;
    if (shown.length === 0) return { answered: first, analysisId, isPreparing, isModelAsked };
    const explained = await scope.explain(company, shown, first.language);
    return { answered: answer(explained) ?? first, analysisId, isPreparing, isModelAsked };
  };
}

/** What the thread may show, and the analysis that it is about. */
async function loadScope(
  { scopes, source }: Pick<AnswerDeps, 'scopes' | 'source'>,
  profile: CompanyProfile,
  context: TurnContext,
): Promise<{ scope: TurnScope; analysisId: string | undefined }> {
  const analysis = await findOwnAnalysis(source, profile.id, context.analysisId);
  const scope = await scopes(toSubject(profile, context, analysis));
  return { scope, analysisId: analysis && context.analysisId };
}

/** An analysis of another company is no error: the thread works without one. */
async function findOwnAnalysis(
  source: ScopeSource,
  companyId: string,
  analysisId: string | undefined,
): Promise<FoundAnalysis | undefined> {
  const found = analysisId === undefined ? undefined : await source.findAnalysis(analysisId);
  return found?.companyId === companyId ? found : undefined;
}

function toSubject(
  { id, funnels, defaultFunnelId }: CompanyProfile,
  { analysisId, funnel }: TurnContext,
  analysis: FoundAnalysis | undefined,
): ScopeSubject {
  if (analysis && analysisId !== undefined) return { analysisId, analysis };
  const named = funnels.find(({ subdomain, isOpen }) => isOpen && subdomain === funnel);
  return { companyId: id, funnelId: named?.id ?? defaultFunnelId };
}

const isMatched = (matched: readonly number[], document: number | undefined): boolean =>
  document !== undefined && matched.includes(document);

/** Variants on the cards of an answer, and its subject. */
function listShown({ blocks, thread }: TurnAnswer): string[] {
  const cards = blocks.flatMap((block) =>
    block.type === 'products' ? block.items.map(({ card }) => card.variantId) : [],
  );
  return [...new Set([...cards, ...thread.shown])];
}
