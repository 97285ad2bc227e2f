import { inOrder, normalizeKey } from '../answers/option-keys.js';
import { type LocalizedText, localize } from '../funnel/localize.js';
import type { Step } from '../funnel/steps.js';
import type { PageSelection, PageStep } from './funnel-page.js';
import { readStepSettings } from './read-step-settings.js';
import { readSwatches } from './swatch-colors.js';

/**
 * Questions as pages show them, localized and sorted; former keys and tags stay inside. Funnel hosts and the builder, before the service has
 * answered, use the same.
 * @param locale - BCP 47.
 * @param companyLanguage - of texts that are missing in `locale`.
 */
export function renderSteps(steps: readonly Step[], locale: string, companyLanguage: string): PageStep[] {
  const text = (texts: LocalizedText) => localize(texts, locale, companyLanguage);
  return inOrder(steps).map((step) => ({
    id: step.id,
    type: step.type,
    title: text(step.title) ?? '',
    required: step.required,
    showWhen: step.showWhen,
    selections: renderSelections(step, text),
    settings: readStepSettings(step, text),
  }));
}

function renderSelections(step: Step, text: (texts: LocalizedText) => string | undefined): PageSelection[] {
  const swatches = readSwatches(step);
  return [...step.selections]
    .sort((a, b) => a.orderNumber - b.orderNumber)
    .map(({ key, caption, imageUrl }) => {
      const color = swatches.get(normalizeKey(key));
      return {
        key,
        caption: text(caption) || key,
        ...(imageUrl ? { imageUrl } : {}),
        ...(color === undefined ? {} : { color }),
      };
    });
}
