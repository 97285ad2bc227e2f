import type { CompiledFunnel } from '../engine/compile/compile-funnel.js';
import { createProfile } from '../engine/rank/profile.js';
import { rankVariants } from '../engine/rank/rank-variants.js';
import { compileCompany, createRequest } from '../engine/testing/company.js';
import { buildModel } from '../learning/build-model.js';
import { compileModel } from '../learning/compile-model.js';
import type { LearnedModel } from '../learning/learned-model.js';
import {
  createSyntheticMerchant,
  type MerchantParameters,
  type Shopper,
  type SyntheticMerchant,
} from '../learning/testing/synthetic-merchant.js';

export { type LearningCost, measureLearningCost } from './learning-cost.js';

/** How good the order of the lists is, mean over the shoppers asked. */
export interface Quality {
  /** Discounted relevance of the first ten places, as a share of what the best order has. */
  ndcg10: number;
  /** Share of the truly best twenty that are among the first twenty. */
  recall20: number;
  /** Share of all variants that are among the first twenty of any shopper. */
  coverage20: number;
}

/** One merchant after so many sessions. */
export interface QualityRow {
  sessions: number;
  /** In the order of the model. */
  learned: Quality;
  /** In the order of the model's popularity alone. */
  popularity: Quality;
}

const SHOPPERS = 200;

/**
 * Lets one merchant learn and ranks for shoppers who were not counted, with the engine as it is. All variants are equally
 * suitable, so that learning alone decides. Relevance is what the merchant's latent model expects: the truth, no clicks.
 * @param sessionCounts - ascending.
 */
export function measureLearning(
  seed: number,
  sessionCounts: readonly number[],
  parameters: Partial<MerchantParameters> = {},
): QualityRow[] {
  const merchant = createSyntheticMerchant(seed, parameters);
  const shoppers = Array.from({ length: SHOPPERS }, merchant.shopper);
  const funnel = compileCompany(merchant.company);
  let played = 0;
  return sessionCounts.map((sessions) => {
    const stats = merchant.play(sessions - played);
    played = sessions;
    const { model } = buildModel([{ day: '2026-11-21', stats }], merchant.company.steps);
    const popularity = model && { ...model, options: [], lambda: new Int32Array(0) };
    return {
      sessions,
      learned: measureQuality(merchant, funnel, shoppers, model),
      popularity: measureQuality(merchant, funnel, shoppers, popularity),
    };
  });
}

/** Different merchants: the generator takes two seeds that differ in the last bit only for one. */
export const createSeeds = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => 7_919 * (2 * index + 1));

function measureQuality(
  merchant: SyntheticMerchant,
  funnel: CompiledFunnel,
  shoppers: readonly Shopper[],
  model: LearnedModel | null,
): Quality {
  const learning = model && compileModel(funnel, model);
  const shown = new Set<number>();
  let ndcg = 0;
  let recall = 0;
  for (const shopper of shoppers) {
    const relevance = merchant.relevance(shopper);
    const best = Array.from(relevance.keys()).sort((a, b) => relevance[b]! - relevance[a]!);
    const request = createRequest({ answers: merchant.toAnswers(shopper), learning });
    const ranking = Array.from(rankVariants(funnel, createProfile(funnel, request), funnel.scope));
    ndcg += discountedGain(ranking, relevance) / discountedGain(best, relevance);
    const truth = new Set(best.slice(0, 20));
    const first = ranking.slice(0, 20);
    recall += first.filter((variant) => truth.has(variant)).length / 20;
    for (const variant of first) shown.add(variant);
  }
  return {
    ndcg10: ndcg / shoppers.length,
    recall20: recall / shoppers.length,
    coverage20: shown.size / funnel.assortment.variantCount,
  };
}

/** DCG@10. */
const discountedGain = (ranking: readonly number[], relevance: Float64Array): number =>
  ranking.slice(0, 10).reduce((sum, variant, place) => sum + relevance[variant]! / Math.log2(place + 2), 0);
