import type { ColorResult, MatchingAnswers } from '@svc/domain';
import { type Clock, ServiceError } from '@svc/kit';
import { probeStep, type StepProbe } from '../../engine/preview/probe-step.js';
import type { Presence } from '../../engine/rank/profile.js';
import type { Companies } from '../companies/companies.js';
import type { DraftFunnel, DraftFunnels } from '../companies/draft-funnels.js';

export interface PreviewDeps {
  companies: Pick<Companies, 'get'>;
  drafts: DraftFunnels;
  clock: Clock;
}

/** Answers as a shopper would give them to a draft. */
export interface PreviewedAnalysis {
  funnel: DraftFunnel;
  answers: MatchingAnswers;
  presence: Presence;
  color: ColorResult | null;
}

/**
 * How many variants each answer to a step of a draft leaves.
 * @throws ServiceError NOT_FOUND, INVALID_REQUEST for a step that the draft does not have, MATCHER_FAILURE.
 */
export async function probeFunnel(
  { companies, drafts, clock }: PreviewDeps,
  { funnel: draft, ...analysis }: PreviewedAnalysis,
  stepId: number,
): Promise<StepProbe> {
  const company = await companies.get(draft.companyId);
  const { funnel } = await drafts.get(company, draft);
  const probe = probeStep(funnel, { ...analysis, date: toDate(clock) }, stepId);
  if (probe) return probe;
  throw new ServiceError('INVALID_REQUEST', 'stepId must be the id of a step of the funnel.');
}

/** Today, UTC, `YYYY-MM-DD`. */
export const toDate = (clock: Clock): string => clock.now().toISOString().slice(0, 10);
