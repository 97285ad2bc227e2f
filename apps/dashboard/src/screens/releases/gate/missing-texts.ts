import type { Schemas } from '../../../api/client.js';
import { countMissing, listLanguages, type TextsOfStep, toTextByLanguage } from '../../../shared/texts-of-steps.js';

type Step = Schemas['BlueprintStep'];

export interface MissingTexts {
  /** BCP 47. */
  language: string;
  count: number;
}

const toTexts = ({ title, selections, settings }: Step): TextsOfStep => ({
  title: toTextByLanguage(title),
  selections: (selections ?? []).map(({ caption }) => ({ caption: toTextByLanguage(caption) })),
  settings: { ...settings },
});

/** Languages of a questionnaire in which shoppers see some texts of the default language. */
export function findMissingTexts(steps: readonly Step[]): MissingTexts[] {
  const texts = steps.map(toTexts);
  return listLanguages(texts)
    .map((language) => ({ language, count: countMissing(texts, language) }))
    .filter(({ count }) => count > 0);
}
