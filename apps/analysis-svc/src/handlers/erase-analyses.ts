import { unary } from '@svc/kit';
import type {
  EraseAnalysesByEmailRequest,
  EraseAnalysesByEmailResponse,
  EraseAnalysisRequest,
  EraseAnalysisResponse,
} from '@svc/proto';
import { type EraseDeps, eraseByEmail, eraseById } from '../usecases/erase-analyses.js';

/** AnalysisService.EraseAnalysis. */
export function eraseAnalysisHandler(deps: EraseDeps) {
  return unary<EraseAnalysisRequest, EraseAnalysisResponse>(async ({ companyId, analysisId }) => {
    await eraseById(deps, companyId, analysisId);
    return {};
  });
}

/** AnalysisService.EraseAnalysesByEmail. */
export function eraseAnalysesByEmailHandler(deps: EraseDeps) {
  return unary<EraseAnalysesByEmailRequest, EraseAnalysesByEmailResponse>(async ({ companyId, email }) => ({
    erased: await eraseByEmail(deps, companyId, email),
  }));
}
