import type { MatchExplanation } from '@svc/domain';
import { type Logger, unary } from '@svc/kit';
import type { ExplainMatchRequest, ExplainMatchResponse } from '@svc/proto';
import type { ExplainAnalysisInput } from '../usecases/match/explain-analysis.js';
import { toExplanationMessage } from './explanation-message.js';
import { orMatcherFailure } from './match-variants.js';
import { toStoredAnalysis } from './stored-analysis.js';

/** ExplainMatch of MatcherAdminService. */
export const explainMatchHandler = (deps: {
  explain(input: ExplainAnalysisInput): Promise<MatchExplanation>;
  log: Logger;
}) =>
  unary<ExplainMatchRequest, ExplainMatchResponse>(({ input, variantIds }) =>
    orMatcherFailure(deps.log, async () => {
      const explanation = await deps.explain({ ...toStoredAnalysis(input), variantIds });
      return { explanation: toExplanationMessage(explanation) };
    }),
  );
