import { type GrpcService, type Logger, largeBytes, service } from '@svc/kit';
import { MatcherServiceService } from '@svc/proto';
import type { EncodedMatch, MatchInput } from '../usecases/match/match-analysis.js';
import type { MatchSubject, ResolvedFunnel } from '../usecases/match/resolve-funnel.js';
import { orMatcherFailure } from './or-matcher-failure.js';
import { toStoredAnalysis } from './stored-analysis.js';

const DEFINITION = {
  ...MatcherServiceService,
  matchVariants: largeBytes(MatcherServiceService.matchVariants, 'body', 1),
};

/** svc.matcher.v1.MatcherService: matches and the states that they depend on. */
export function createMatcherService(deps: {
  match(input: MatchInput): Promise<EncodedMatch>;
  resolve(subject: MatchSubject): Promise<ResolvedFunnel>;
  log: Logger;
}): GrpcService {
  return service(DEFINITION, {
    matchVariants: (request) =>
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

    getMatchingState: (request) =>
      orMatcherFailure(deps.log, async () => ({ state: (await deps.resolve(request)).state })),
  });
}
