import type { FunnelHostName } from '@svc/domain';
import { json, ServiceError, unary } from '@svc/kit';
import type { FunnelHost as SentHost, SubmitAnalysisRequest, SubmitAnalysisResponse } from '@svc/proto';
import { type SubmitAnalysisDeps, submitAnalysis } from '../usecases/submit-analysis.js';

/** SubmissionService.SubmitAnalysis. */
export function submitAnalysisHandler(deps: SubmitAnalysisDeps) {
  return unary<SubmitAnalysisRequest, SubmitAnalysisResponse>(async (request, call) => {
    const { createdWithVersionId: versionId, idempotencyKey, selfie, pageOrigin } = request;
    const submission = {
      host: toHost(request.host),
      versionId,
      idempotencyKey,
      body: json.decode<Record<string, unknown>>(request.bodyJson),
      ignored: request.ignored,
      selfie,
      pageOrigin,
      includePayload: request.includeWebhookPayload,
    };
    // As with CreateAnalysis: only the checking of a selfie takes long enough.
    const { response, replayed } = await submitAnalysis(deps, submission, selfie && call.signal);
    return { body: response, replayed };
  });
}

function toHost(sent: SentHost | undefined): FunnelHostName {
  if (sent?.name?.$case === 'subdomain') return { subdomain: sent.name.value };
  if (sent?.name?.$case === 'host') return { host: sent.name.value };
  throw new ServiceError('INVALID_REQUEST', 'host names neither a sub-domain nor a host.');
}
