import { MAX_MATCH_RESPONSE_BYTES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { encodeBody } from '../../engine/rank/encode-body.js';
import { type RankDeps, rankAnalysis, type StoredAnalysis } from './rank-analysis.js';

export interface MatchInput extends StoredAnalysis {
  productIds: readonly string[];
  variantIds: readonly string[];
  resultPage: boolean;
  /** BCP 47; undefined: company language. */
  locale: string | undefined;
}

export interface EncodedMatch {
  /** JSON, UTF-8. */
  body: Uint8Array;
  state: string;
}

/**
 * Matches one analysis and encodes the response body. Depends only on its input and the versions named by `state`.
 * @throws ServiceError MATCHING_SCOPE_TOO_LARGE, MATCHING_RESPONSE_TOO_LARGE or MATCHER_FAILURE.
 */
export async function matchAnalysis({ resolve, rankings }: RankDeps, input: MatchInput): Promise<EncodedMatch> {
  const resolved = await resolve(input.subject);
  const { company, state } = resolved;
  const result = await rankAnalysis(rankings, resolved, input, input);
  const language = { locale: input.locale, companyLanguage: company.states.language };
  const body = encodeBody(company.assortment.variants, result, language);
  if (body.length <= MAX_MATCH_RESPONSE_BYTES) return { body, state };
  throw new ServiceError(
    'MATCHING_RESPONSE_TOO_LARGE',
    'The response would exceed 1 MiB. The request must be restricted with productId or variantId.',
  );
}
