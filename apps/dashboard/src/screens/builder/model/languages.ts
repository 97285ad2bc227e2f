import type { Step, Text } from './steps.js';

/** Settings that are texts. */
const TEXT_SETTINGS = ['description', 'consentText'];

/** Texts of a questionnaire that shoppers read, each with its place. */
function listTexts(steps: readonly Step[]): Text[] {
  return steps.flatMap(({ title, selections, settings }) => [
    title,
    ...selections.map(({ caption }) => caption),
    ...TEXT_SETTINGS.flatMap((name) => {
      const text = settings[name];
      return typeof text === 'object' && text !== null ? [text as Text] : [];
    }),
  ]);
}

/** The languages of the texts, in alphabetical order, without the default. */
export const listLanguages = (steps: readonly Step[]): string[] =>
  [...new Set(listTexts(steps).flatMap((text) => Object.keys(text)))].filter((tag) => tag !== 'default').sort();

/** How many texts have a default and are missing in a language. */
export const countMissing = (steps: readonly Step[], language: string): number =>
  listTexts(steps).filter((text) => (text.default ?? '') !== '' && (text[language] ?? '') === '').length;

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
