import { createTranslator, type Texts, type Translator } from './translator.js';

/** Each language is a file of its own, which only its users load. */
const LOADERS: Record<string, () => Promise<Texts>> = {
  en: async () => (await import('./en.js')).en,
  de: async () => (await import('./de.js')).de,
};

/** Languages of the dashboard, each under its own name. */
export const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

/** The first of the wanted languages that there is; else English. */
export function chooseLanguage(wanted: readonly string[]): string {
  const languages = wanted.map((tag) => tag.toLowerCase().split('-')[0] as string);
  return languages.find((language) => language in LOADERS) ?? 'en';
}

/** @param locale - a BCP 47 tag; its region decides how numbers and dates look. */
export async function loadTranslator(locale: string): Promise<Translator> {
  const language = chooseLanguage([locale]);
  const load = LOADERS[language] as () => Promise<Texts>;
  return createTranslator(locale.toLowerCase().startsWith(language) ? locale : language, await load());
}
