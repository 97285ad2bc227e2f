import { answersInForce, type ColorResult, MAX_ELIGIBLE_VARIANTS, type MatchingAnswers } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { type MatchResult, matchVariants, ScopeTooLargeError } from '../../engine/rank/match-variants.js';
import type { Presence } from '../../engine/rank/profile.js';
import type { Rankings } from './ranking-cache.js';
import type { MatchSubject, ResolvedFunnel } from './resolve-funnel.js';

/** A stored analysis. */
export interface StoredAnalysis {
  subject: MatchSubject;
  /** As stored, for any version. */
  answers: MatchingAnswers;
  presence: Presence;
  color: ColorResult | null;
}

export interface RankDeps {
  resolve(subject: MatchSubject): Promise<ResolvedFunnel>;
  rankings: Rankings;
}

/** The part of an analysis that affects a match with a funnel. */
export const toLearnedInput = (
  { funnel, model, date }: ResolvedFunnel,
  { answers, presence, color }: Omit<StoredAnalysis, 'subject'>,
) => ({
  answers: answersInForce(answers, funnel.steps, presence),
  // Omitted where it has no effect, so that analyses with the same answers share a ranking.
  ...(funnel.asksForPresence ? { presence } : {}),
  color,
  date,
  learning: model?.learning ?? null,
});

/**
 * Matches one analysis with its resolved funnel, using the ranking cache. Depends only on its input and the versions that the
 * resolved state names.
 * @throws ServiceError MATCHING_SCOPE_TOO_LARGE.
 */
export async function rankAnalysis(
  rankings: Rankings,
  resolved: ResolvedFunnel,
  analysis: StoredAnalysis,
  asked: { productIds: readonly string[]; variantIds: readonly string[]; resultPage: boolean },
): Promise<MatchResult> {
  const { company, funnel, state } = resolved;
  const { productIds, variantIds, resultPage } = asked;
  const request = { ...toLearnedInput(resolved, analysis), productIds, variantIds, resultPage };
  try {
    // Previews are never cached. docs/reliability.md R8.5. A larger assortment has no ranking of the whole.
    const cacheable = !analysis.subject.isPreview && funnel.scopeSize <= MAX_ELIGIBLE_VARIANTS;
    const cached = cacheable ? await rankings.open(state, request, company.assortment.variantCount) : undefined;
    return matchVariants(funnel, request, cached);
  } catch (error) {
    if (error instanceof ScopeTooLargeError) {
      throw new ServiceError(
        'MATCHING_SCOPE_TOO_LARGE',
        `${error.message} The request must be restricted with productId or variantId.`,
      );
    }
    throw error;
  }
}
