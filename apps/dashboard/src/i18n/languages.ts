import type { Area, TextKey } from './areas.js';
import { createTranslator, type Texts, type Translator } from './translator.js';

/** One file for each language and area; only what is used is loaded. */
const FILES = import.meta.glob<{ texts: Partial<Texts> }>('./{en,de}/*.ts');

/** Languages of the dashboard, each under its own name. */
export const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

/** The areas in use, and the texts of each language in use, to which areas are added. */
const areas = new Set<Area>(['frame']);
const languages = new Map<string, Partial<Record<TextKey, string>>>();

/** The first of the wanted languages that there is; else English. */
export function chooseLanguage(wanted: readonly string[]): string {
  const tags = wanted.map((tag) => tag.toLowerCase().split('-')[0] as string);
  return tags.find((tag) => LANGUAGES.some(({ value }) => value === tag)) ?? 'en';
}

/** Texts in the language of `locale`: those of the areas in use, also of those that come into use later. @param locale - a BCP 47 tag; its region decides how numbers and dates look. */
export async function loadTranslator(locale: string): Promise<Translator> {
  const language = chooseLanguage([locale]);
  const texts = languages.get(language) ?? {};
  languages.set(language, texts);
  await Promise.all([...areas].map((area) => addTexts(language, area)));
  return createTranslator(locale.toLowerCase().startsWith(language) ? locale : language, texts as Texts);
}

/** Loads the texts of an area in the languages in use. To be awaited before a screen of the area is shown. */
export async function loadArea(area: Area): Promise<void> {
  areas.add(area);
  await Promise.all([...languages.keys()].map((language) => addTexts(language, area)));
}

async function addTexts(language: string, area: Area): Promise<void> {
  const load = FILES[`./${language}/${area}.ts`];
  if (!load) throw new Error(`There are no texts of ${area} in ${language}.`);
  Object.assign(languages.get(language) as object, (await load()).texts);
}
