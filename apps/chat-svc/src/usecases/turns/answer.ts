import type { ChatLanguage } from '../../domain/catalog/chat-catalog.js';
import { answerTurn, type CompiledScope, type TurnAnswer } from '../../domain/thread/answer-turn.js';
import type { ThreadState } from '../../domain/thread/thread-state.js';
import type { TurnInput } from '../../domain/thread/turn-input.js';
import type { Catalogs } from '../companies/catalogs.js';
import type { CompanyProfile, FoundAnalysis, ScopeSource } from '../companies/ports.js';
import type { ScopeSubject, Scopes, TurnScope } from '../companies/scopes.js';

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
}

/** An answer, and the analysis that it is about. */
export interface FoundAnswer {
  readonly answered: TurnAnswer;
  readonly analysisId: string | undefined;
  /** The catalog was still being compiled. */
  readonly isPreparing: boolean;
}

/**
 * Finds the answer to a turn, from one state of catalog and match. Undefined: it chooses what the thread does not offer.
 * The engine runs twice where products of the match are shown: the second time with their reasons.
 */
export function findAnswer({ catalogs, scopes, source }: AnswerDeps) {
  return async (
    profile: CompanyProfile,
    state: ThreadState,
    context: TurnContext,
    input: TurnInput,
  ): Promise<FoundAnswer | undefined> => {
    const [company, { scope, analysisId }] = await Promise.all([
      catalogs.get(profile),
      loadScope({ scopes, source }, profile, context),
    ]);
    if (scope.catalogVersion !== '') catalogs.follow(profile, scope.catalogVersion);
    const answer = (compiled: CompiledScope): TurnAnswer | undefined =>
      answerTurn({ ...input, productId: context.productId, locale: context.locale }, company, compiled, state);
    const compiled = scope.compile(company);
    const first = answer(compiled);
    if (!first) return undefined;
    const shown = listShown(first).filter((id) => isMatched(compiled.documents.matched, company.documents.get(id)));
    const { isPreparing } = company;
    if (shown.length === 0) return { answered: first, analysisId, isPreparing };
    const explained = await scope.explain(company, shown, first.language);
    return { answered: answer(explained) ?? first, analysisId, isPreparing };
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
