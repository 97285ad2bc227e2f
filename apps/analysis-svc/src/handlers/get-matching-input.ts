import { analysisNotFound, randomId, unary } from '@svc/kit';
import type { GetMatchingInputRequest, GetMatchingInputResponse } from '@svc/proto';
import type { StoredMatchingInput } from '../db/analyses.js';
import { isAnalysisId } from '../domain/analysis-id.js';
import { toMatchingInput } from './to-matching-input.js';

/**
 * AnalysisService.GetMatchingInput. The response does not distinguish malformed, unknown and erased ids, and neither does
 * its time: instead of a malformed id, a random one is looked up, which no analysis has. So each costs one read of an index,
 * and never a value that a column cannot hold. docs/reliability.md R3.2.
 */
export function getMatchingInputHandler(deps: { find(analysisId: string): Promise<StoredMatchingInput | undefined> }) {
  return unary<GetMatchingInputRequest, GetMatchingInputResponse>(async ({ analysisId }) => {
    const found = await deps.find(isAnalysisId(analysisId) ? analysisId : randomId());
    if (!found) throw analysisNotFound();
    return { input: toMatchingInput(found) };
  });
}
