import {
  answersInForce,
  type ColorResult,
  MAX_ELIGIBLE_VARIANTS,
  MAX_MATCH_RESPONSE_BYTES,
  type MatchingAnswers,
} from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { encodeBody } from '../engine/encode-body.js';
import { matchVariants, ScopeTooLargeError } from '../engine/match-variants.js';
import type { Presence } from '../engine/profile.js';
import type { Rankings } from './ranking-cache.js';
import type { MatchSubject, ResolvedFunnel } from './resolve-funnel.js';

export interface MatchInput {
  subject: MatchSubject;
  /** As stored: of any version. */
  answers: MatchingAnswers;
  presence: Presence;
  color: ColorResult | null;
  productIds: readonly string[];
  variantIds: readonly string[];
  resultPage: boolean;
  /** BCP 47; undefined: company language. */
  locale: string | undefined;
}

export interface MatchAnswer {
  /** JSON, UTF-8. */
  body: Uint8Array;
  state: string;
}

/**
 * Matches one analysis and writes the response body. Pure in its input and the versions named by `state`.
 * @throws ServiceError MATCHING_SCOPE_TOO_LARGE, MATCHING_RESPONSE_TOO_LARGE or MATCHER_FAILURE.
 */
export async function matchAnalysis(
  deps: { resolve(subject: MatchSubject): Promise<ResolvedFunnel>; rankings: Rankings },
  input: MatchInput,
): Promise<MatchAnswer> {
  const { company, funnel, model, date, state } = await deps.resolve(input.subject);
  const { presence, color, productIds, variantIds, resultPage, locale } = input;
  const request = {
    answers: answersInForce(input.answers, funnel.steps, presence),
    // Left out where it decides nothing, so that analyses with the same answers share a ranking.
    ...(funnel.asksForPresence ? { presence } : {}),
    color,
    date,
    learning: model?.learning ?? null,
    productIds,
    variantIds,
    resultPage,
  };
  try {
    // Previews are never cached. Reliability R8.5. Of a larger assortment there is no ranking of the whole.
    const cacheable = !input.subject.isPreview && funnel.scopeSize <= MAX_ELIGIBLE_VARIANTS;
    const cached = cacheable ? await deps.rankings.open(state, request, company.assortment.variantCount) : undefined;
    const result = matchVariants(funnel, request, cached);
    const body = encodeBody(company.assortment.variants, result, { locale, companyLanguage: company.states.language });
    if (body.length <= MAX_MATCH_RESPONSE_BYTES) return { body, state };
  } catch (error) {
    if (error instanceof ScopeTooLargeError) {
      throw new ServiceError('MATCHING_SCOPE_TOO_LARGE', `${error.message} Ask for fewer with productId or variantId.`);
    }
    throw error;
  }
  throw new ServiceError(
    'MATCHING_RESPONSE_TOO_LARGE',
    'The response would be larger than 1 MiB. Ask for fewer variants with productId or variantId.',
  );
}
