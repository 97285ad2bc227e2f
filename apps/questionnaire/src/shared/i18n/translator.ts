/** Texts of one language, by name. `{name}` in a text is filled in. */
export type Texts<Name extends string = string> = Readonly<Record<Name, string>>;
/** The same texts in several languages, by language. English is always there. */
export type Catalog<Name extends string> = { en: Texts<Name> } & Partial<Record<string, Texts<Name>>>;
/** Gives a text in the page's language. */
export type Translate<Name extends string> = (name: Name, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Texts of the page itself in a language: the tag's own (`de-AT`), else its language's (`de`), else English. What the funnel
 * says (titles, captions) comes localized from the server.
 * @param locale - BCP 47.
 */
export function createTranslator<Name extends string>(catalog: Catalog<Name>, locale: string): Translate<Name> {
  const texts = chooseTexts(catalog, locale);
  return (name, values = {}) =>
    texts[name].replace(/\{(\w+)\}/g, (hole, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : hole));
}

function chooseTexts<Name extends string>(catalog: Catalog<Name>, locale: string): Texts<Name> {
  const tag = locale.toLowerCase();
  const language = tag.split('-')[0] ?? tag;
  for (const wanted of [tag, language]) {
    if (Object.hasOwn(catalog, wanted)) return catalog[wanted] ?? catalog.en;
  }
  return catalog.en;
}
