export type Text = Record<string, string>;

/** A text of the API, which may be one for all languages, or none. */
export const toTextByLanguage = (text: unknown): Text =>
  typeof text === 'string' ? { default: text } : { ...(text as Text | null) };

/** Settings that are texts. */
export const TEXT_SETTINGS: readonly string[] = ['description', 'consentText'];

/** Texts of a step by language; `default` is what languages without a text of their own show. */
export interface TextsOfStep {
  title: Text;
  selections: readonly { caption: Text }[];
  settings: Readonly<Record<string, unknown>>;
}

/** Texts of a questionnaire that shoppers read, each with its place. */
function listTexts(steps: readonly TextsOfStep[]): Text[] {
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
export const listLanguages = (steps: readonly TextsOfStep[]): string[] =>
  [...new Set(listTexts(steps).flatMap((text) => Object.keys(text)))].filter((tag) => tag !== 'default').sort();

/** How many texts have a default and are missing in a language. */
export const countMissing = (steps: readonly TextsOfStep[], language: string): number =>
  listTexts(steps).filter((text) => (text.default ?? '') !== '' && (text[language] ?? '') === '').length;
