import {
  builtInSelections,
  DEFAULT_STEP,
  type LocalizedText,
  normalizeTag,
  type Selection,
  type Step,
} from '@svc/domain';
import type { OptionTags, Template, TemplateStep, Text } from './template.js';

/** What a template becomes in a company. */
export interface TemplateContent {
  steps: Step[];
  /** Tags of the template that no variant of the company has, so that no option asks for them. */
  missingTags: string[];
}

/**
 * The questions of a template for a company: its language is the default text, and options ask only for tags that variants have, because
 * a required tag that none has leads to no product.
 * @param language - BCP 47.
 * @param isKnown - whether a variant has the tag.
 */
export function toSteps({ steps }: Template, language: string, isKnown: (tag: string) => boolean): TemplateContent {
  const missing = new Set<string>();
  const keepKnown = (tags: readonly string[] = []): string[] =>
    tags.filter((tag) => {
      if (!isKnown(normalizeTag(tag) ?? tag)) missing.add(tag);
      return !missing.has(tag);
    });
  const toTags = ({ require, prefer, avoid }: OptionTags = {}) => ({
    require: keepKnown(require),
    prefer: keepKnown(prefer),
    avoid: keepKnown(avoid),
  });
  const toSelections = ({ type, options }: TemplateStep): Selection[] =>
    options
      ? Object.entries(options).map(([key, [en, de, tags]], orderNumber) => ({
          ...{ key, orderNumber, caption: toText([en, de], language), formerKeys: [], tags: toTags(tags) },
        }))
      : builtInSelections(type).map(({ caption, ...option }) => ({
          ...option,
          caption: toText([caption.en ?? option.key, caption.de ?? option.key], language),
        }));
  return {
    steps: steps.map((step, index) => ({
      ...DEFAULT_STEP,
      ...{ id: index + 1, key: step.key, type: step.type, orderNumber: index },
      title: toText(step.title, language),
      formerIds: [],
      required: step.required ?? DEFAULT_STEP.required,
      showWhen: step.showWhen ?? null,
      selections: toSelections(step),
      settings: { ...step.settings },
    })),
    missingTags: [...missing].sort(),
  };
}

/** The company's language is the default; the other one is next to it. In a third language the default is English. */
function toText([en, de]: Text, language: string): LocalizedText {
  return /^de\b/i.test(language) ? { default: de, en } : { default: en, de };
}
