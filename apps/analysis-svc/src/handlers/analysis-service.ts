import { type GrpcService, json, service } from '@svc/kit';
import { AnalysisServiceService } from '@svc/proto';
import { type CreateAnalysisDeps, createAnalysis } from '../usecases/create-analysis.js';
import { type EraseDeps, eraseByEmail, eraseById } from '../usecases/erase-analyses.js';
import { type GetMatchingInputDeps, getMatchingInput } from '../usecases/get-matching-input.js';
import { toMatchingInput } from './to-matching-input.js';

/** svc.analysis.v1.AnalysisService: creates through the API, the input of a match, erasure. */
export function createAnalysisService(deps: CreateAnalysisDeps & GetMatchingInputDeps & EraseDeps): GrpcService {
  return service(AnalysisServiceService, {
    async createAnalysis(request, call) {
      const { apiKeyHash, funnelId, createdWithVersionId, idempotencyKey, selfie, ignored } = request;
      const body = json.decode<Record<string, unknown>>(request.bodyJson);
      const { response, replayed } = await createAnalysis(
        deps,
        { apiKeyHash, funnelId, createdWithVersionId, idempotencyKey, body, ignored, selfie },
        // The signal is made when it is asked for: only the checking of a selfie takes long enough.
        selfie && call.signal,
      );
      return { body: response, replayed };
    },

    async getMatchingInput({ analysisId }) {
      const stored = await getMatchingInput(deps, analysisId);
      return { input: toMatchingInput(stored, analysisId), createTime: stored.createdAt };
    },

    async eraseAnalysis({ companyId, analysisId }) {
      await eraseById(deps, companyId, analysisId);
      return {};
    },

    async eraseAnalysesByEmail({ companyId, email }) {
      return { erased: await eraseByEmail(deps, companyId, email) };
    },
  });
}
