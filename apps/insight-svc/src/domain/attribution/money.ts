/** An amount of money, exact: ten-thousandths of the unit of its currency. Amounts of different currencies are never added. */
export type Money = bigint;

const DECIMALS = 4;
const UNIT = 10n ** BigInt(DECIMALS);
const DECIMAL = /^(\d{1,12})(?:\.(\d{1,4}))?$/;

/** A decimal number with a point and without a sign, at most 12 digits before the point and 4 after it; undefined for all else. */
export function parseMoney(text: string): Money | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, '0'));
}

/** The amount as a decimal number with 2 to 4 decimals. */
export function formatMoney(amount: Money): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DECIMALS + 1, '0');
  const [whole, fraction] = [digits.slice(0, -DECIMALS), digits.slice(-DECIMALS)];
  return `${amount < 0n ? '-' : ''}${whole}.${fraction.replace(/0{1,2}$/, '')}`;
}
