/** Content languages that are offered; a company may have another one by its company file. */
const LANGUAGES =
  'bg cs da de el en es et fi fr ga hr hu is it ja ko lt lv mt nb nl pl pt ro ru sk sl sr sv tr uk zh'.split(' ');

interface Choice {
  value: string;
  label: string;
}

const toChoices = (values: readonly string[], locale: string, type: 'language' | 'currency'): Choice[] => {
  const names = new Intl.DisplayNames(locale, { type });
  return values
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
};

/** Languages by name. @param current - is among them in any case. */
export const listLanguages = (locale: string, current: string): Choice[] =>
  toChoices([...new Set([...LANGUAGES, current])], locale, 'language');

/** Currencies by name. @param current - is among them in any case. */
export const listCurrencies = (locale: string, current: string): Choice[] =>
  toChoices([...new Set([...Intl.supportedValuesOf('currency'), current])], locale, 'currency');
