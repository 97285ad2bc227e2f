import {
  type ColorResult,
  colorTypeName,
  MAX_FIRST_CARDS,
  type PresentedMatch,
  RESULT_CARDS_PER_TAB,
  type ResultView,
} from '@svc/domain';
import { json } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { HostAnalysis } from './find-analysis.js';
import { type CardDeps, loadCards, loadLinks, throwMatchFailure } from './read-cards.js';

export interface ResultDeps extends CardDeps {
  presentation: Pick<Clients['presentation'], 'presentMatch' | 'describeVariants'>;
}

/**
 * The result of an analysis as its page shows it: all ids, and the cards of what is seen first.
 * @param options.links - with the addresses of all.
 * @throws ServiceError NOT_FOUND, MATCHING_SCOPE_TOO_LARGE, MATCHING_RESPONSE_TOO_LARGE, MATCHER_FAILURE or UNAVAILABLE: a
 *   failure never looks like a match without variants.
 */
export async function loadResult(
  deps: ResultDeps,
  analysis: HostAnalysis,
  options: { links: boolean },
): Promise<ResultView> {
  const { analysisId, input, funnel, locale } = analysis;
  const { matchJson } = await deps.presentation.presentMatch({ input, locale }).catch(throwMatchFailure);
  const { resultPage, variants, tabs } = json.decode<PresentedMatch>(matchJson);
  const [cards, links] = await Promise.all([
    loadCards(deps, analysis, selectFirst(tabs.length > 0 ? tabs.map((tab) => tab.variants) : [variants])),
    options.links ? loadLinks(deps, analysis, variants) : undefined,
  ]);
  return {
    analysisId,
    funnel,
    isPreview: input.isPreview,
    locale,
    colorType: toColorType(input.colorJson, locale),
    resultPage,
    variants,
    tabs,
    cards,
    ...(links === undefined ? {} : { links }),
  };
}

function toColorType(colorJson: Uint8Array | undefined, locale: string): ResultView['colorType'] {
  const type = colorJson ? json.decode<ColorResult>(colorJson).type : null;
  return type === null ? null : { type, name: colorTypeName(type, locale) };
}

/** The first of each list, from the first list on, as many as fit. */
function selectFirst(lists: readonly (readonly string[])[]): string[] {
  const first = new Set(lists.flatMap((ids) => ids.slice(0, RESULT_CARDS_PER_TAB)));
  return [...first].slice(0, MAX_FIRST_CARDS);
}
