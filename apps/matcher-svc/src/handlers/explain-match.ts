import type { ColorResult, MatchExplanation, MatchingAnswers } from '@svc/domain';
import { json, type Logger, ServiceError, unary } from '@svc/kit';
import type { ExplainMatchRequest, ExplainMatchResponse } from '@svc/proto';
import type { ExplainAnalysisInput } from '../usecases/explain-analysis.js';
import { orMatcherFailure } from './match-variants.js';

/** ExplainMatch of MatcherAdminService. */
export const explainMatchHandler = (deps: {
  explain(input: ExplainAnalysisInput): Promise<MatchExplanation>;
  log: Logger;
}) =>
  unary<ExplainMatchRequest, ExplainMatchResponse>(({ input, variantIds }) =>
    orMatcherFailure(deps.log, async () => {
      if (!input) throw new ServiceError('INVALID_REQUEST', 'input is missing.');
      const explanation = await deps.explain({
        subject: input,
        answers: json.decode<MatchingAnswers>(input.answersJson),
        presence: { hasSelfie: input.hasSelfie, hasContact: input.hasContact },
        color: input.colorJson ? json.decode<ColorResult>(input.colorJson) : null,
        variantIds,
      });
      return { traceJson: json.encode(explanation) };
    }),
  );
