/**
 * A price as the language writes it. The decimal string goes to `Intl` as it is, so that no digit is lost.
 * @param price - with a point, as in catalogs.
 * @param currency - ISO 4217; without one the number stands alone.
 */
export function formatPrice(price: string, currency: string | undefined, locale: string): string {
  if (!/^\d+(\.\d+)?$/.test(price)) return currency ? `${price} ${currency}` : price;
  const digits = price.split('.')[1]?.length ?? 0;
  const number = price as unknown as number; // A string is taken exactly; the types of TypeScript want a literal.
  try {
    if (currency) return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(number);
  } catch {
    // Not a currency.
  }
  const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: Math.min(digits, 4) }).format(number);
  return currency ? `${plain} ${currency}` : plain;
}

/** True when the price before was higher: only then it is worth a line. */
export const isReduced = (price: string | undefined, compareAt: string | undefined): boolean =>
  price !== undefined && compareAt !== undefined && Number(compareAt) > Number(price);
