/** The name of a language in another one; what is none is shown as it is. */
export function toLanguageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
