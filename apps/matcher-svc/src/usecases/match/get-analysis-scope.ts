import { funnelIn, MAX_ELIGIBLE_VARIANTS } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { describeVariants } from '../../engine/explain/describe-variants.js';
import { findScope } from '../../engine/rank/find-scope.js';
import { listFirstOfTabs } from '../../engine/rank/list-first-of-tabs.js';
import type { MatchResult } from '../../engine/rank/match-variants.js';
import { createProfile } from '../../engine/rank/profile.js';
import { textAt } from '../../engine/structures/text-table.js';
import { type RankDeps, rankAnalysis, type StoredAnalysis, toLearnedInput } from './rank-analysis.js';
import type { ResolvedFunnel } from './resolve-funnel.js';
import { listIds, type VariantScope } from './scope.js';
import { listScopeSets } from './scope-sets.js';

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
  const scope = findScope(assortment, settings, { rules, own: funnel.sets.own });
  const { matched, tabs } = await matchAll({ rankings }, resolved, analysis);
  const listOrdinals = (ordinals: Iterable<number>) =>
    Array.from(ordinals, (ordinal) => textAt(assortment.variants, ordinal));
  const eligible = listIds(company, scope.eligible);
  const matchedIds = listOrdinals(matched);
  return {
    ...versions,
    lists: {
      matched: matchedIds,
      firstOfTabs: listOrdinals(listFirstOfTabs(tabs, assortment.variantsOfProduct)),
      eligible,
      excluded: listIds(company, scope.excluded),
      sets: listScopeSets(company.config.sets, eligible, describeSets(resolved, analysis, matchedIds)),
    },
  };
}

/** What the matched sets consist of. Ranks their members again; nothing where no set is matched. */
function describeSets(
  resolved: ResolvedFunnel,
  analysis: StoredAnalysis,
  matched: readonly string[],
): ReturnType<typeof describeVariants> {
  const { company, funnel } = resolved;
  const { sets } = company.config;
  const own = new Set(sets.map(({ variantId }) => variantId));
  const variantIds = matched.filter((id) => own.has(id));
  if (variantIds.length === 0) return {};
  return describeVariants(funnel, {
    ...toLearnedInput(resolved, analysis),
    ...{ variantIds, sets, companyLanguage: company.states.language, locale: undefined },
  });
}

/** The whole ranking; of an assortment that is too large for one match its tabs, and nothing if these are too large as well. */
async function matchAll(
  { rankings }: Pick<RankDeps, 'rankings'>,
  resolved: ResolvedFunnel,
  analysis: StoredAnalysis,
): Promise<MatchResult> {
  const rank = (resultPage: boolean) =>
    rankAnalysis(rankings, resolved, analysis, { productIds: [], variantIds: [], resultPage });
  const { tabs, scopeSize } = resolved.funnel;
  try {
    if (scopeSize > MAX_ELIGIBLE_VARIANTS) return await rank(true);
    // Both select from the same ranking.
    const { matched } = await rank(false);
    return { matched, tabs: tabs.length > 0 ? (await rank(true)).tabs : null };
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'MATCHING_SCOPE_TOO_LARGE')) throw error;
    return { matched: new Uint32Array(0), tabs: null };
  }
}
