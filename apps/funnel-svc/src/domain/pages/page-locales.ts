import { isLocale, type LocalizedText, type Step, settingsTexts } from '@svc/domain';

/**
 * Languages that the steps have texts in, canonical, the company's first and the others by name.
 * The stored default texts are in no language of their own.
 */
export function pageLocales(steps: readonly Step[], companyLanguage: string): string[] {
  const found = new Set<string>();
  const add = (text: LocalizedText) => {
    for (const [tag, value] of Object.entries(text)) {
      if (tag !== 'default' && value.trim() !== '' && isLocale(tag)) found.add(canonical(tag));
    }
  };
  for (const step of steps) {
    add(step.title);
    for (const { caption } of step.selections) add(caption);
    const { description, consentText } = settingsTexts(step);
    add(description);
    add(consentText);
  }
  const first = canonical(companyLanguage);
  found.delete(first);
  return [first, ...[...found].sort()];
}

/**
 * The language of a page for a visitor who named none: the first wanted one that the steps have, as it is or as their
 * language (`de-AT` finds `de`, and `de` finds `de-CH` where there is no `de`); else the company's.
 * @param locales - of `pageLocales`.
 */
export function chooseLocale(locales: readonly string[], wanted: readonly string[]): string {
  for (const tag of wanted) {
    if (!isLocale(tag)) continue;
    const exact = canonical(tag);
    const [language] = exact.split('-') as [string];
    const found =
      locales.find((locale) => locale === exact) ??
      locales.find((locale) => locale === language) ??
      locales.find((locale) => locale.startsWith(`${language}-`));
    if (found !== undefined) return found;
  }
  return locales[0] as string;
}

const canonical = (tag: string): string => Intl.getCanonicalLocales(tag)[0] as string;
