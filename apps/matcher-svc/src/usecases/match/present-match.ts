import { MAX_MATCH_RESPONSE_BYTES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { encodePresentedMatch } from '../../engine/rank/encode-body.js';
import { type RankDeps, rankAnalysis, type StoredAnalysis } from './rank-analysis.js';

export interface PresentInput extends StoredAnalysis {
  /** BCP 47; undefined: company language. */
  locale: string | undefined;
}

export interface EncodedPresentation {
  /** `PresentedMatch` as JSON, UTF-8. */
  body: Uint8Array;
  state: string;
}

/**
 * Matches one analysis for presentation. With a result page it gives the same result as `resultPage=true` of the match route, so
 * a page without an enabled tab is empty; without a result page it gives the ranking of the whole assortment. docs/results.md.
 * Shares rankings with the match route. Depends only on its input and the versions named by `state`.
 * @throws ServiceError MATCHING_SCOPE_TOO_LARGE, MATCHING_RESPONSE_TOO_LARGE or MATCHER_FAILURE.
 */
export async function presentMatch({ resolve, rankings }: RankDeps, input: PresentInput): Promise<EncodedPresentation> {
  const resolved = await resolve(input.subject);
  const { company, funnel, state } = resolved;
  const { resultPage } = funnel;
  const result = await rankAnalysis(rankings, resolved, input, { productIds: [], variantIds: [], resultPage });
  const language = { locale: input.locale, companyLanguage: company.states.language };
  const body = encodePresentedMatch(company.assortment.variants, { ...result, resultPage }, language);
  if (body.length <= MAX_MATCH_RESPONSE_BYTES) return { body, state };
  throw new ServiceError(
    'MATCHING_RESPONSE_TOO_LARGE',
    'The result exceeds 1 MiB: the tabs must select fewer variants.',
  );
}
