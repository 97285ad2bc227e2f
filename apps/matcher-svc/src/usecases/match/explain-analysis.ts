import { explainMatch } from '../../engine/explain/explain.js';
import type { MatchExplanation } from '../../engine/explain/match-explanation.js';
import { type StoredAnalysis, toLearnedInput } from './rank-analysis.js';
import type { MatchSubject, ResolvedFunnel } from './resolve-funnel.js';

export interface ExplainAnalysisInput extends StoredAnalysis {
  variantIds: readonly string[];
}

/**
 * Explains the match of one analysis with the current versions, in the company's language. Depends only on its input and the
 * versions that the result names. docs/matching.md M9.
 * @throws ServiceError NOT_FOUND or MATCHER_FAILURE.
 */
export async function explainAnalysis(
  deps: { resolve(subject: MatchSubject): Promise<ResolvedFunnel> },
  input: ExplainAnalysisInput,
): Promise<MatchExplanation> {
  const resolved = await deps.resolve(input.subject);
  const { company, funnel, version, model, assigned } = resolved;
  const { variants, ...explained } = explainMatch(funnel, {
    ...toLearnedInput(resolved, input),
    variantIds: input.variantIds,
    sets: company.config.sets,
    companyLanguage: company.states.language,
  });
  const { id, number } = version;
  return {
    ...explained,
    versions: {
      funnelId: version.funnelId,
      funnelVersion: { id, number },
      configVersion: company.configVersion,
      catalogVersion: company.catalogVersion,
      model: model && String(model.version),
      experiment: assigned && { id: assigned.experimentId, arm: assigned.arm },
    },
    variants,
  };
}
