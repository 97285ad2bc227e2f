import { DAY_MS, toVariantPlaces } from '@svc/domain';
import { currentContext, newContext, runInContext, ServiceError } from '@svc/kit';
import type { MatchingInput, MatchPlaces } from '@svc/proto';
import type { Clients } from '../../clients.js';
import { requirePart } from '../../messages/require-part.js';

/** What analyses are read for. */
export interface ReadFor {
  companyId: string;
  /** Of the order, without duplicates. */
  variantIds: readonly string[];
  createdAt: Date;
  attributionDays: number;
}

/** An order does not wait longer for what its report can do without. */
const PLACES_TIMEOUT_MS = 2_000;

/**
 * In which tabs the matched variants of the order are, and which rules moved them: undefined where that cannot be learned, since no order
 * fails for it. An explanation ranks the whole assortment: analyses that cannot be credited, or match none of the variants, are not explained.
 * docs/insight.md N6.7.
 */
export async function findPlaces(
  { matcherAdmin }: Pick<Clients, 'matcherAdmin'>,
  analysis: { createTime: Date; input: MatchingInput; matched: readonly string[] | undefined },
  { createdAt, attributionDays }: ReadFor,
): Promise<MatchPlaces | undefined> {
  const { createTime, input, matched } = analysis;
  if (!matched || createTime.getTime() < createdAt.getTime() - attributionDays * DAY_MS) return undefined;
  if (matched.length === 0) return { variants: [] };
  const { requestId, traceparent, deadline = Number.POSITIVE_INFINITY } = currentContext() ?? newContext();
  const context = { requestId, traceparent, deadline: Math.min(deadline, Date.now() + PLACES_TIMEOUT_MS) };
  try {
    const { explanation } = await runInContext(context, () =>
      matcherAdmin.explainMatch({ input, variantIds: [...matched] }),
    );
    return { variants: toVariantPlaces(requirePart(explanation).variants) };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
