import type { Step } from '../../../shared/edit/model/steps.js';
import { TEXT_SETTINGS, type Text } from '../../../shared/texts-of-steps.js';

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
export const isLanguage = (tag: string): boolean => LANGUAGE.test(tag);

/** Steps whose missing texts of a language are those of the default. */
export function copyMissing(steps: readonly Step[], language: string): Step[] {
  const fill = (text: Text): Text => (text.default && !text[language] ? { ...text, [language]: text.default } : text);
  return steps.map((step) => ({
    ...step,
    title: fill(step.title),
    selections: step.selections.map((option) => ({ ...option, caption: fill(option.caption) })),
    settings: Object.fromEntries(
      Object.entries(step.settings).map(([name, value]) => [
        name,
        TEXT_SETTINGS.includes(name) && typeof value === 'object' && value !== null ? fill(value as Text) : value,
      ]),
    ),
  }));
}
