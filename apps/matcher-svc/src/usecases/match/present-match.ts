import { type LocalizedText, localize, MAX_MATCH_RESPONSE_BYTES, type PresentedMatch, type Tab } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { textAt } from '../../engine/structures/text-table.js';
import { type RankDeps, rankAnalysis, type StoredAnalysis } from './rank-analysis.js';

export interface PresentInput extends StoredAnalysis {
  /** BCP 47; undefined: company language. */
  locale: string | undefined;
}

export interface PresentAnswer {
  /** `PresentedMatch` as JSON, UTF-8. */
  body: Buffer;
  state: string;
}

/**
 * Matches one analysis as people see it. With a result page it is what `resultPage=true` of the match route gives, so a page
 * without an enabled tab is empty; without a result page it is the ranking of the whole assortment. docs/results.md.
 * It shares rankings with the match route. Pure in its input and the versions named by `state`.
 * @throws ServiceError MATCHING_SCOPE_TOO_LARGE, MATCHING_RESPONSE_TOO_LARGE or MATCHER_FAILURE.
 */
export async function presentMatch({ resolve, rankings }: RankDeps, input: PresentInput): Promise<PresentAnswer> {
  const resolved = await resolve(input.subject);
  const { company, funnel, state } = resolved;
  const { resultPage } = funnel;
  const result = await rankAnalysis(rankings, resolved, input, { productIds: [], variantIds: [], resultPage });
  const toIds = (ordinals: Uint32Array) =>
    Array.from(ordinals, (ordinal) => textAt(company.assortment.variants, ordinal));
  const text = (given: LocalizedText) => localize(given, input.locale, company.states.language);
  const match: PresentedMatch = {
    resultPage,
    variants: toIds(result.matched),
    tabs: (result.tabs ?? []).map(({ tab, variants }) => ({ ...tabHead(tab, text), variants: toIds(variants) })),
  };
  const body = json.encode(match);
  if (body.length <= MAX_MATCH_RESPONSE_BYTES) return { body, state };
  throw new ServiceError('MATCHING_RESPONSE_TOO_LARGE', 'The result is larger than 1 MiB: its tabs select too much.');
}

function tabHead(tab: Tab, text: (given: LocalizedText) => string | undefined) {
  const description = tab.description ? text(tab.description) : undefined;
  return {
    key: tab.key,
    name: text(tab.name) ?? '',
    ...(description === undefined ? {} : { description }),
    ...(tab.maxItemsToShow === null ? {} : { maxItemsToShow: tab.maxItemsToShow }),
  };
}
