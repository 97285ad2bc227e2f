import { type Logger, ServiceError, unary } from '@svc/kit';
import type {
  GetMatchingStateRequest,
  GetMatchingStateResponse,
  MatchVariantsRequest,
  MatchVariantsResponse,
} from '@svc/proto';
import type { EncodedMatch, MatchInput } from '../usecases/match/match-analysis.js';
import type { MatchSubject, ResolvedFunnel } from '../usecases/match/resolve-funnel.js';
import { toStoredAnalysis } from './stored-analysis.js';

/** MatchVariants of MatcherService. */
export const matchVariantsHandler = (deps: { match(input: MatchInput): Promise<EncodedMatch>; log: Logger }) =>
  unary<MatchVariantsRequest, MatchVariantsResponse>((request) =>
    orMatcherFailure(deps.log, async () => {
      const { body, state } = await deps.match({
        ...toStoredAnalysis(request.input),
        productIds: request.productIds,
        variantIds: request.variantIds,
        resultPage: request.resultPage,
        locale: request.locale,
      });
      return { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), state };
    }),
  );

/** GetMatchingState of MatcherService. */
export const getMatchingStateHandler = (deps: {
  resolve(subject: MatchSubject): Promise<ResolvedFunnel>;
  log: Logger;
}) =>
  unary<GetMatchingStateRequest, GetMatchingStateResponse>((request) =>
    orMatcherFailure(deps.log, async () => ({ state: (await deps.resolve(request)).state })),
  );

/**
 * Errors that the caller can resolve; every other error means that the matcher failed. docs/contract.md C4.4.
 */
const PASSED_ON = new Set([
  'NOT_FOUND',
  'MATCHING_SCOPE_TOO_LARGE',
  'MATCHING_RESPONSE_TOO_LARGE',
  'MATCHER_FAILURE',
  'INVALID_REQUEST',
]);

/** Runs a call. Errors that the caller cannot resolve are logged and become MATCHER_FAILURE. */
export async function orMatcherFailure<T>(log: Logger, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : undefined;
    if (code === undefined || !PASSED_ON.has(code)) {
      log.error({ err: error }, 'a match failed');
      throw new ServiceError('MATCHER_FAILURE', 'The matcher failed. Retry the request.', { cause: error });
    }
    if (code === 'MATCHER_FAILURE') log.warn({ err: error }, 'no match');
    throw error;
  }
}
