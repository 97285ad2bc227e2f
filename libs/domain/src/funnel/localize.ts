/** Text by BCP 47 tag; `default` is the stored default text. */
export type LocalizedText = Record<string, string>;

/**
 * Picks a translation: exact tag, then its language, then the company language (exact, then its language), then `default`,
 * then whatever text there is, so that a title is never empty while a translation exists.
 * Tags compare without regard to case. Returns undefined when there is no text at all.
 * docs/contract.md C7.
 */
export function localize(text: LocalizedText, locale: string | undefined, companyLanguage: string): string | undefined {
  const byTag = new Map(Object.entries(text).map(([tag, value]) => [tag.toLowerCase(), value]));
  const stored = byTag.get('default');
  // "default" is a well-formed tag too; asked for as a language, it is one that no text has.
  byTag.delete('default');
  for (const wanted of [locale, companyLanguage]) {
    if (!wanted) continue;
    const tag = wanted.toLowerCase();
    const found = byTag.get(tag) ?? byTag.get(tag.split('-')[0] as string);
    if (found !== undefined) return found;
  }
  return stored ?? byTag.values().next().value;
}

/** True for a well-formed BCP 47 tag, as `Intl` parses it. */
export function isLocale(tag: string): boolean {
  if (tag === '') return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
