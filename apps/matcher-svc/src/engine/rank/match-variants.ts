import { MAX_ELIGIBLE_VARIANTS } from '@svc/domain';
import type { CompiledFunnel, CompiledTab } from '../compile/compile-funnel.js';
import { compileTarget } from '../compile/compile-target.js';
import { type BitSet, countMembers, intersect, isIn, unite } from '../structures/bit-set.js';
import { createProfile, type LearnedInput, type Profile } from './profile.js';
import { rankVariants } from './rank-variants.js';

export interface MatchRequest extends LearnedInput {
  /** Empty: no product filter. */
  productIds: readonly string[];
  /** Exact case. Empty: no variant filter. */
  variantIds: readonly string[];
  /** Restricts to the enabled tabs and lists them. */
  resultPage: boolean;
}

/** Ordinals of the matched variants, best first. */
export interface MatchResult {
  matched: Uint32Array;
  /** With `resultPage` only. */
  tabs: { tab: CompiledTab['tab']; variants: Uint32Array }[] | null;
}

/** There are more eligible variants than one match may have; nothing was scored. docs/contract.md C18. */
export class ScopeTooLargeError extends Error {
  constructor(readonly eligible: number) {
    super(`${eligible} variants are eligible, at most ${MAX_ELIGIBLE_VARIANTS} can be matched in one match.`);
    this.name = 'ScopeTooLargeError';
  }
}

/** Caches rankings of whole assortments: calls `rank` only for a missing ranking. */
export type RankingCache = (request: MatchRequest, rank: () => Uint32Array) => Uint32Array;

/**
 * Matches one analysis. Filters and tabs only select from the ranking of the funnel's assortment: they never change the
 * order or whether a set is complete. If the assortment is above the limit, only the requested scope is ranked.
 * @throws ScopeTooLargeError before any scoring.
 */
export function matchVariants(
  funnel: CompiledFunnel,
  request: MatchRequest,
  cached: RankingCache = (_request, rank) => rank(),
): MatchResult {
  const eligible = eligibleVariants(funnel, request);
  const size = eligible === funnel.scope ? funnel.scopeSize : countMembers(eligible);
  if (size > MAX_ELIGIBLE_VARIANTS) throw new ScopeTooLargeError(size);
  if (size === 0) return { matched: new Uint32Array(0), tabs: request.resultPage ? listTabs(funnel, []) : null };

  const profile = (): Profile => createProfile(funnel, request);
  const ranking =
    funnel.scopeSize <= MAX_ELIGIBLE_VARIANTS
      ? cached(request, () => rankVariants(funnel, profile(), funnel.scope))
      : rankVariants(funnel, profile(), withSetMembers(funnel, eligible));
  const shown = eligible === funnel.scope ? ranking : ranking.filter((variant) => isIn(eligible, variant));
  if (!request.resultPage) return { matched: shown, tabs: null };

  const tabs = listTabs(funnel, shown);
  const matched = new Set<number>();
  for (const { variants } of tabs) for (const variant of variants) matched.add(variant);
  return { matched: Uint32Array.from(matched), tabs };
}

/** docs/matching.md M4. Returns the funnel's own set when there is no filter. */
function eligibleVariants(funnel: CompiledFunnel, request: MatchRequest): BitSet {
  const { productIds, variantIds, resultPage } = request;
  if (productIds.length + variantIds.length === 0 && !resultPage) return funnel.scope;
  const eligible = funnel.scope.slice();
  if (productIds.length > 0) intersect(eligible, compileTarget(funnel.assortment, { productIds }));
  if (variantIds.length > 0) intersect(eligible, compileTarget(funnel.assortment, { variantIds }));
  if (resultPage) intersect(eligible, funnel.onTabs);
  return eligible;
}

/** The eligible variants together with the members of eligible sets, which are tested but not listed. */
export function withSetMembers(funnel: CompiledFunnel, eligible: BitSet): BitSet {
  if (!funnel.sets.own) return eligible;
  const candidates = eligible.slice();
  for (const { own, members } of funnel.sets.sets) if (isIn(eligible, own)) unite(candidates, members);
  intersect(candidates, funnel.scope);
  return candidates;
}

/** Every enabled tab with its variants in match order. docs/matching.md M8. */
const listTabs = (funnel: CompiledFunnel, shown: Uint32Array | number[]): NonNullable<MatchResult['tabs']> =>
  funnel.tabs.map(({ tab, selected }) => ({
    tab,
    variants: Uint32Array.from(shown.filter((variant: number) => isIn(selected, variant))),
  }));
