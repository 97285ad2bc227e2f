import { chooseForReading, formatListCursor, type GrpcService, parseListCursor, ServiceError, service } from '@svc/kit';
import { AnalysisAdminServiceService } from '@svc/proto';
import { listErasedAnalyses } from '../db/list-erased-analyses.js';
import { listMatchingInputs, MAX_MATCHING_INPUTS } from '../db/list-matching-inputs.js';
import { type GetAnalysisDeps, getAnalysis } from '../usecases/get-analysis.js';
import { listFacts } from '../usecases/list-facts.js';
import { toRecordMessage } from './analysis-record-message.js';
import { toMatchingInput } from './to-matching-input.js';

/** svc.analysis.v1.AnalysisAdminService: stored analyses for management, replays and other services. */
export function createAnalysisAdminService(deps: GetAnalysisDeps): GrpcService {
  const { db } = deps;
  return service(AnalysisAdminServiceService, {
    async getAnalysis({ companyId, analysisId }) {
      return { analysis: toRecordMessage(await getAnalysis(deps, companyId, analysisId)) };
    },

    async listMatchingInputs({ companyId, funnelId, limit }) {
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_MATCHING_INPUTS) {
        throw new ServiceError('INVALID_REQUEST', `limit must be an integer from 1 to ${MAX_MATCHING_INPUTS}.`);
      }
      const found = await listMatchingInputs(await chooseForReading(db), { companyId, funnelId }, limit);
      return { items: found.map((input) => ({ analysisId: input.id, input: toMatchingInput(input) })) };
    },

    async listErasedAnalyses(request) {
      const cursor = parseListCursor(request.cursor, 'sha256');
      if (!cursor) throw new ServiceError('INVALID_REQUEST', 'cursor must be one that ListErasedAnalyses returned.');
      const { hashes, next } = await listErasedAnalyses(db, cursor);
      return { analysisIdHashes: hashes, cursor: formatListCursor(next) };
    },

    async listAnalysisFacts(request) {
      const cursor = parseListCursor(request.cursor, 'number');
      if (!cursor) throw new ServiceError('INVALID_REQUEST', 'cursor must be one that ListAnalysisFacts returned.');
      const { facts, next, isLast } = await listFacts(deps, cursor);
      return {
        facts: facts.map(({ createdAt, ...fact }) => ({ ...fact, createTime: createdAt })),
        ...{ cursor: formatListCursor(next), isLast },
      };
    },
  });
}
