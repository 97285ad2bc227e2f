import { answersInForce, type ColorResult, type MatchExplanation, type MatchingAnswers } from '@svc/domain';
import { explainMatch } from '../engine/explain.js';
import type { Presence } from '../engine/profile.js';
import type { MatchSubject, ResolvedFunnel } from './resolve-funnel.js';

export interface ExplainAnalysisInput {
  subject: MatchSubject;
  /** As stored: of any version. */
  answers: MatchingAnswers;
  presence: Presence;
  color: ColorResult | null;
  variantIds: readonly string[];
}

/**
 * Explains the match of one analysis as it would be made now, in the company's language. Pure in its input and the versions
 * that it names. Matching, section 6.
 * @throws ServiceError NOT_FOUND or MATCHER_FAILURE.
 */
export async function explainAnalysis(
  deps: { resolve(subject: MatchSubject): Promise<ResolvedFunnel> },
  { subject, answers, presence, color, variantIds }: ExplainAnalysisInput,
): Promise<MatchExplanation> {
  const { company, funnel, version, model, date } = await deps.resolve(subject);
  const { variants, ...explained } = explainMatch(funnel, {
    answers: answersInForce(answers, funnel.steps, presence),
    ...(funnel.asksForPresence ? { presence } : {}),
    color,
    date,
    learning: model?.learning ?? null,
    variantIds,
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
    },
    variants,
  };
}
