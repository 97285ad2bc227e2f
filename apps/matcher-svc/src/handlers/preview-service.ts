import type { ColorResult, MatchingAnswers } from '@svc/domain';
import { type GrpcService, json, type Logger, ServiceError, service } from '@svc/kit';
import { type DraftedFunnel, PreviewServiceService, type ProbeStepRequest } from '@svc/proto';
import type { StepProbe } from '../engine/preview/probe-step.js';
import type { DraftFunnel } from '../usecases/companies/draft-funnels.js';
import type { MatchPreview, PreviewInput } from '../usecases/preview/preview-match.js';
import type { PreviewedAnalysis } from '../usecases/preview/probe-funnel.js';
import { toExplanationMessage } from './explanation-message.js';
import { orMatcherFailure } from './or-matcher-failure.js';

/** Variants that one preview explains. */
const MAX_EXPLAINED = 100;

/** svc.matcher.v1.PreviewService: what shoppers would see with parts that are not in force. */
export function createPreviewService(deps: {
  probe(analysis: PreviewedAnalysis, stepId: number): Promise<StepProbe>;
  match(input: PreviewInput): Promise<MatchPreview>;
  log: Logger;
}): GrpcService {
  return service(PreviewServiceService, {
    probeStep: (request) => orMatcherFailure(deps.log, () => deps.probe(toAnalysis(request), request.stepId)),

    previewMatch: (request) =>
      orMatcherFailure(deps.log, async () => {
        const { resultPage, locale, variantIds } = request;
        if (variantIds.length > MAX_EXPLAINED) {
          throw new ServiceError('INVALID_REQUEST', `At most ${MAX_EXPLAINED} variants can be explained in one call.`);
        }
        const { body, explanation } = await deps.match({ ...toAnalysis(request), resultPage, locale, variantIds });
        return {
          matchJson: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
          explanation: explanation && toExplanationMessage(explanation),
        };
      }),
  });
}

const toAnalysis = (request: Omit<ProbeStepRequest, 'stepId'>): PreviewedAnalysis => ({
  funnel: toDraft(request.funnel),
  answers: json.decode<MatchingAnswers>(request.answersJson),
  presence: { hasSelfie: request.hasSelfie, hasContact: request.hasContact },
  color: request.colorJson ? json.decode<ColorResult>(request.colorJson) : null,
});

function toDraft(funnel: DraftedFunnel | undefined): DraftFunnel {
  if (!funnel?.version) throw new ServiceError('INVALID_REQUEST', 'funnel must have a version or its steps.');
  const { companyId, funnelId, version, settingsJson } = funnel;
  const steps = version.$case === 'versionId' ? { id: version.value } : { stepsJson: version.value };
  return { companyId, funnelId, version: steps, settingsJson };
}
