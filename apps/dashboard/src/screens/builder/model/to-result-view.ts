import type { ResultCard, ResultView } from '@svc/domain';
import type { Schemas } from '../../../api/client.js';

/**
 * A match of the preview as the result page shows it. Lists end where the cards do, since the frame can load no further ones. Reasons and
 * members of sets belong to stored analyses, so cards have none.
 * @returns undefined: something matches and no card is known, which must not look like "nothing suits".
 */
export function toResultView(
  match: Pick<Schemas['MatchPreview'], 'resultPage' | 'matchedVariants' | 'tabs' | 'cards'>,
  funnel: string,
  locale: string,
): ResultView | undefined {
  const hasCard = (id: string) => match.cards[id] !== undefined;
  if (match.matchedVariants.length > 0 && !match.matchedVariants.some(hasCard)) return undefined;
  const cards = Object.fromEntries(
    Object.entries(match.cards).map(([id, card]) => [id, { ...card, reasons: [], set: null } as ResultCard]),
  );
  return {
    ...{ analysisId: '', funnel, isPreview: true, locale, colorType: null, resultPage: match.resultPage },
    variants: match.matchedVariants.filter(hasCard),
    tabs: match.tabs.map((tab) => ({ ...tab, variants: tab.variants.filter(hasCard) })) as ResultView['tabs'],
    cards,
  };
}
