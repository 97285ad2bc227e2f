import { type GrpcService, type Logger, largeBytes, ServiceError, service } from '@svc/kit';
import { type GetScopeResponse, MatcherServiceService } from '@svc/proto';
import type { EncodedMatch, MatchInput } from '../usecases/match/match-analysis.js';
import type { StoredAnalysis } from '../usecases/match/rank-analysis.js';
import type { MatchSubject, ResolvedFunnel } from '../usecases/match/resolve-funnel.js';
import type { VariantScope } from '../usecases/match/scope.js';
import type { CompanyTagging } from '../usecases/tagging/get-tagging.js';
import { orMatcherFailure } from './or-matcher-failure.js';
import { toStoredAnalysis } from './stored-analysis.js';

const DEFINITION = {
  ...MatcherServiceService,
  matchVariants: largeBytes(MatcherServiceService.matchVariants, 'body', 1),
  getTagging: largeBytes(MatcherServiceService.getTagging, 'taggingJson', 2),
};

/** svc.matcher.v1.MatcherService: matches, the states that they depend on, and what may be named next to them. */
export function createMatcherService(deps: {
  match(input: MatchInput): Promise<EncodedMatch>;
  resolve(subject: MatchSubject): Promise<ResolvedFunnel>;
  getAnalysisScope(analysis: StoredAnalysis, knownState: string | undefined): Promise<VariantScope>;
  getFunnelScope(
    funnel: { companyId: string; funnelId: string },
    knownState: string | undefined,
  ): Promise<VariantScope>;
  getTagging(companyId: string): Promise<CompanyTagging>;
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

    getScope: ({ subject, knownState }) =>
      orMatcherFailure(deps.log, async () => {
        if (!subject) throw new ServiceError('INVALID_REQUEST', 'An analysis or a funnel must be given.');
        return toScopeMessage(
          subject.$case === 'analysis'
            ? await deps.getAnalysisScope(toStoredAnalysis(subject.value), knownState)
            : await deps.getFunnelScope(subject.value, knownState),
        );
      }),

    getTagging: ({ companyId }) => orMatcherFailure(deps.log, () => deps.getTagging(companyId)),
  });
}

const toScopeMessage = ({ lists, ...versions }: VariantScope): GetScopeResponse => ({
  ...versions,
  unchanged: lists === null,
  matched: lists?.matched ?? [],
  firstOfTabs: lists?.firstOfTabs ?? [],
  eligible: lists?.eligible ?? [],
  excludedByRule: lists?.excluded ?? [],
  sets: lists?.sets ?? [],
});
