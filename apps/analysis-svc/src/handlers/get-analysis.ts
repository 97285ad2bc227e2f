import { json, unary } from '@svc/kit';
import type { GetAnalysisRequest, GetAnalysisResponse } from '@svc/proto';
import { type GetAnalysisDeps, getAnalysis } from '../usecases/get-analysis.js';

/** AnalysisAdminService.GetAnalysis. */
export function getAnalysisHandler(deps: GetAnalysisDeps) {
  return unary<GetAnalysisRequest, GetAnalysisResponse>(async ({ companyId, analysisId }) => ({
    body: json.encode(await getAnalysis(deps, companyId, analysisId)),
  }));
}
