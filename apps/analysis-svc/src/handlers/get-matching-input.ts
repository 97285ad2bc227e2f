import { ServiceError, unary } from '@svc/kit';
import type { GetMatchingInputRequest, GetMatchingInputResponse } from '@svc/proto';
import type { Knex } from 'knex';
import { findMatchingInput } from '../db/analyses.js';
import { isAnalysisId } from '../domain/analysis-id.js';
import { toMatchingInput } from './to-matching-input.js';

/** AnalysisService.GetMatchingInput. A malformed, an unknown and an erased id are told apart by nothing (R3.2). */
export function getMatchingInputHandler(deps: { knex: Knex }) {
  return unary<GetMatchingInputRequest, GetMatchingInputResponse>(async ({ analysisId }) => {
    const found = isAnalysisId(analysisId) ? await findMatchingInput(deps.knex, analysisId) : undefined;
    if (!found) throw new ServiceError('NOT_FOUND', 'No analysis with this id.');
    return { input: toMatchingInput(found) };
  });
}
