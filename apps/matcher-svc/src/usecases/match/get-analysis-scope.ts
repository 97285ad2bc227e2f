import { MAX_ELIGIBLE_VARIANTS } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { funnelIn } from '../../domain/company-data.js';
import { findScope } from '../../engine/rank/find-scope.js';
import { createProfile } from '../../engine/rank/profile.js';
import { textAt } from '../../engine/structures/text-table.js';
import { type RankDeps, rankAnalysis, type StoredAnalysis, toLearnedInput } from './rank-analysis.js';
import type { ResolvedFunnel } from './resolve-funnel.js';
import { listIds, type VariantScope } from './scope.js';

/**
 * The match of one analysis, and what may be named next to it. Shares rankings with the match route. Cost: one look-up of a text for
 * each variant of the assortment.
 * @param knownState - of an earlier result for the same analysis.
 * @throws ServiceError NOT_FOUND or MATCHER_FAILURE.
 */
export async function getAnalysisScope(
  { resolve, rankings }: RankDeps,
  analysis: StoredAnalysis,
  knownState: string | undefined,
): Promise<VariantScope> {
  const resolved = await resolve(analysis.subject);
  const { company, funnel, state } = resolved;
  const { catalogVersion, configVersion, assortment } = company;
  const versions = { state, catalogVersion, configVersion };
  if (state === knownState) return { ...versions, lists: null };
  const settings = funnelIn(company.config, analysis.subject.funnelId).assortment;
  const { rules } = createProfile(funnel, toLearnedInput(resolved, analysis));
  const { eligible, excluded } = findScope(assortment, settings, { rules, own: funnel.sets.own });
  const matched = await matchAll({ rankings }, resolved, analysis);
  return {
    ...versions,
    lists: {
      matched: Array.from(matched, (ordinal) => textAt(assortment.variants, ordinal)),
      eligible: listIds(company, eligible),
      excluded: listIds(company, excluded),
    },
  };
}

/** The whole ranking; of an assortment that is too large for one match its tabs, and nothing if these are too large as well. */
async function matchAll(
  { rankings }: Pick<RankDeps, 'rankings'>,
  resolved: ResolvedFunnel,
  analysis: StoredAnalysis,
): Promise<Uint32Array> {
  const resultPage = resolved.funnel.scopeSize > MAX_ELIGIBLE_VARIANTS;
  try {
    const whole = { productIds: [], variantIds: [], resultPage };
    return (await rankAnalysis(rankings, resolved, analysis, whole)).matched;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'MATCHING_SCOPE_TOO_LARGE') return new Uint32Array(0);
    throw error;
  }
}
