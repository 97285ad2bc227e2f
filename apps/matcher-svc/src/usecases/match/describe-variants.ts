import type { VariantDescription } from '@svc/domain';
import { describeVariants as describeIn } from '../../engine/explain/describe-variants.js';
import { type RankDeps, type StoredAnalysis, toLearnedInput } from './rank-analysis.js';

export interface DescribeInput extends StoredAnalysis {
  /** Exact case. */
  variantIds: readonly string[];
  /** BCP 47; undefined: company language. */
  locale: string | undefined;
}

/**
 * Explains to the shopper why variants suit one analysis, by variant id. Depends only on its input and the current versions.
 * @throws ServiceError NOT_FOUND or MATCHER_FAILURE.
 */
export async function describeVariants(
  { resolve }: Pick<RankDeps, 'resolve'>,
  input: DescribeInput,
): Promise<Record<string, VariantDescription>> {
  const resolved = await resolve(input.subject);
  const { company, funnel } = resolved;
  return describeIn(funnel, {
    ...toLearnedInput(resolved, input),
    variantIds: input.variantIds,
    sets: company.config.sets,
    companyLanguage: company.states.language,
    locale: input.locale,
  });
}
