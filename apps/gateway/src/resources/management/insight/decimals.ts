/** Exact arithmetic on amounts, which are decimal numbers as texts with a point and without a sign. */

const DECIMALS = 4;

/** In ten-thousandths; further decimals are cut off. */
function toUnits(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole || '0') * 10n ** BigInt(DECIMALS) + BigInt(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}

function toText(units: bigint): string {
  const digits = units.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** The sum, with four decimals. */
export const addDecimals = (a: string, b: string): string => toText(toUnits(a) + toUnits(b));

/** The product, with four decimals. @param factor - a whole number. */
export const multiplyDecimal = (a: string, factor: number): string => toText(toUnits(a) * BigInt(factor));
