import type { FunnelHostName } from '@svc/domain';
import { type GrpcService, json, ServiceError, service } from '@svc/kit';
import { type FunnelHost as SentHost, SubmissionServiceService } from '@svc/proto';
import { type SubmitAnalysisDeps, submitAnalysis } from '../usecases/submit-analysis.js';

/** svc.analysis.v1.SubmissionService: answers to the host of a funnel. */
export function createSubmissionService(deps: SubmitAnalysisDeps): GrpcService {
  return service(SubmissionServiceService, {
    async submitAnalysis(request, call) {
      const { createdWithVersionId: versionId, idempotencyKey, selfie, pageOrigin } = request;
      const submission = {
        host: toHost(request.host),
        versionId,
        experimentId: request.experimentId,
        visitorId: request.visitorId,
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
    },
  });
}

function toHost(sent: SentHost | undefined): FunnelHostName {
  if (sent?.name?.$case === 'subdomain') return { subdomain: sent.name.value };
  if (sent?.name?.$case === 'host') return { host: sent.name.value };
  throw new ServiceError('INVALID_REQUEST', 'host must name a sub-domain or a host.');
}
