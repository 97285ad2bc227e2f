import { unary } from '@svc/kit';
import type { GetAnalysisRequest, GetAnalysisResponse } from '@svc/proto';
import { type GetAnalysisDeps, getAnalysis } from '../usecases/get-analysis.js';
import { toRecordMessage } from './analysis-record-message.js';

/** AnalysisAdminService.GetAnalysis. */
export function getAnalysisHandler(deps: GetAnalysisDeps) {
  return unary<GetAnalysisRequest, GetAnalysisResponse>(async ({ companyId, analysisId }) => ({
    analysis: toRecordMessage(await getAnalysis(deps, companyId, analysisId)),
  }));
}
