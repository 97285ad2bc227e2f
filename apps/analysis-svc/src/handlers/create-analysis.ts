import { json, unary } from '@svc/kit';
import type { CreateAnalysisRequest, CreateAnalysisResponse } from '@svc/proto';
import { type CreateAnalysisDeps, createAnalysis } from '../usecases/create-analysis.js';

/** AnalysisService.CreateAnalysis. */
export function createAnalysisHandler(deps: CreateAnalysisDeps) {
  return unary<CreateAnalysisRequest, CreateAnalysisResponse>(async (request, call) => {
    const { apiKeyHash, funnelId, createdWithVersionId, idempotencyKey, selfie, ignored } = request;
    const body = json.decode<Record<string, unknown>>(request.bodyJson);
    const { response, replayed } = await createAnalysis(
      deps,
      { apiKeyHash, funnelId, createdWithVersionId, idempotencyKey, body, ignored, selfie },
      // The signal is made when it is asked for: only the checking of a selfie takes long enough.
      selfie && call.signal,
    );
    return { body: response, replayed };
  });
}
