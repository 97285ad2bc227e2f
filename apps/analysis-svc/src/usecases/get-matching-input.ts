import { analysisNotFound, randomId } from '@svc/kit';
import type { DatedMatchingInput } from '../db/analyses.js';
import { isAnalysisId } from '../domain/analysis-id.js';

export interface GetMatchingInputDeps {
  findMatchingInput(analysisId: string): Promise<DatedMatchingInput | undefined>;
}

/**
 * What matching needs of an analysis. Throws NOT_FOUND. The response does not distinguish malformed, unknown and erased ids, and
 * neither does its time: instead of a malformed id, a random one is looked up, which no analysis has. So each costs one read of
 * an index, and never a value that a column cannot hold. docs/reliability.md R3.2.
 */
export async function getMatchingInput(deps: GetMatchingInputDeps, analysisId: string): Promise<DatedMatchingInput> {
  const found = await deps.findMatchingInput(isAnalysisId(analysisId) ? analysisId : randomId());
  if (!found) throw analysisNotFound();
  return found;
}
