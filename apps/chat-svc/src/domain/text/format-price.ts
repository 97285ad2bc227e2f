import type { ChatLanguage } from '@svc/domain';

/** More pairs of language and currency than all catalogs of an installation have. */
const MAX_FORMATS = 500;

/** By language and currency: creating one takes a hundred times as long as formatting with it. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * @param amount - in units of the currency, as 12.9
 * @param currency - ISO 4217 code
 */
export function formatPrice(amount: number, currency: string, language: ChatLanguage): string {
  const key = `${language} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    format = new Intl.NumberFormat(language, { style: 'currency', currency });
    formats.set(key, format);
  }
  return format.format(amount);
}
