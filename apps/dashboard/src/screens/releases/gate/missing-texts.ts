import type { Schemas } from '../../../api/client.js';
import { countMissing, listLanguages, type Text, type TextsOfStep } from '../../../shared/texts-of-steps.js';

type Step = Schemas['BlueprintStep'];

export interface MissingTexts {
  /** BCP 47. */
  language: string;
  count: number;
}

const toText = (text: unknown): Text => (typeof text === 'string' ? { default: text } : { ...(text as Text | null) });

const toTexts = ({ title, selections, settings }: Step): TextsOfStep => ({
  title: toText(title),
  selections: (selections ?? []).map(({ caption }) => ({ caption: toText(caption) })),
  settings: { ...settings },
});

/** Languages of a questionnaire in which shoppers see some texts of the default language. */
export function findMissingTexts(steps: readonly Step[]): MissingTexts[] {
  const texts = steps.map(toTexts);
  return listLanguages(texts)
    .map((language) => ({ language, count: countMissing(texts, language) }))
    .filter(({ count }) => count > 0);
}
