import { answersInForce, MAX_MATCH_RESPONSE_BYTES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { CompiledFunnel } from '../../engine/compile/compile-funnel.js';
import { type Explained, explainMatch } from '../../engine/explain/explain.js';
import { encodePresentedMatch } from '../../engine/rank/encode-body.js';
import type { Learning } from '../../engine/rank/learned-terms.js';
import { matchVariants, ScopeTooLargeError } from '../../engine/rank/match-variants.js';
import { compileModelInSteps } from '../../learning/compile-model.js';
import type { Models } from '../learning/models.js';
import { runInSlices } from '../release/run-in-slices.js';
import { type PreviewDeps, type PreviewedAnalysis, toDate } from './probe-funnel.js';

export interface PreviewInput extends PreviewedAnalysis {
  /** Undefined: if the result page is on. */
  resultPage: boolean | undefined;
  /** BCP 47; undefined: company language. */
  locale: string | undefined;
  /** Those to explain; without duplicates. */
  variantIds: readonly string[];
}

export interface MatchPreview {
  /** `PresentedMatch` as JSON, UTF-8. */
  body: Uint8Array;
  /** Undefined: no variants were asked for. */
  explanation: Explained | undefined;
}

/**
 * The match that answers would have with a draft, with the active model of Funnel AI where the draft enables it, and the trace of
 * some variants. Nothing is cached but the compiled draft, and nothing is stored.
 * @throws ServiceError NOT_FOUND, MATCHING_SCOPE_TOO_LARGE, MATCHING_RESPONSE_TOO_LARGE or MATCHER_FAILURE.
 */
export async function previewMatch(
  deps: PreviewDeps & { models: Pick<Models, 'active'> },
  { funnel: draft, ...input }: PreviewInput,
): Promise<MatchPreview> {
  const company = await deps.companies.get(draft.companyId);
  const { funnel, sets } = await deps.drafts.get(company, draft);
  const companyLanguage = company.states.language;
  const { presence, color } = input;
  const analysis = {
    answers: answersInForce(input.answers, funnel.steps, presence),
    ...(funnel.asksForPresence ? { presence } : {}),
    color,
    date: toDate(deps.clock),
    learning: await compileLearning(deps.models, draft, funnel),
  };
  const resultPage = input.resultPage ?? funnel.resultPage;
  const match = matchOrThrow(() => matchVariants(funnel, { ...analysis, productIds: [], variantIds: [], resultPage }));
  const body = encodePresentedMatch(
    company.assortment.variants,
    { ...match, resultPage },
    { locale: input.locale, companyLanguage },
  );
  if (body.length > MAX_MATCH_RESPONSE_BYTES) {
    throw new ServiceError(
      'MATCHING_RESPONSE_TOO_LARGE',
      'The match exceeds 1 MiB: the tabs must select fewer variants.',
    );
  }
  const explanation =
    input.variantIds.length === 0
      ? undefined
      : explainMatch(funnel, {
          ...analysis,
          variantIds: input.variantIds,
          sets,
          companyLanguage,
        });
  return { body, explanation };
}

function matchOrThrow<T>(match: () => T): T {
  try {
    return match();
  } catch (error) {
    if (!(error instanceof ScopeTooLargeError)) throw error;
    throw new ServiceError('MATCHING_SCOPE_TOO_LARGE', `${error.message} The assortment must be smaller.`);
  }
}

async function compileLearning(
  models: Pick<Models, 'active'>,
  { companyId, funnelId }: { companyId: string; funnelId: string },
  funnel: CompiledFunnel,
): Promise<Learning | null> {
  if (!funnel.settings.ai.enabled) return null;
  const active = await models.active({ companyId, funnelId });
  return active && runInSlices(compileModelInSteps(funnel, active.model));
}
