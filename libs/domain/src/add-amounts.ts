const DECIMALS = 4;

/** The sum of two amounts, exactly: both have four decimals and no sign. docs/insight.md N7. */
export function addAmounts(a: string, b: string): string {
  const digits = (BigInt(a.replace('.', '')) + BigInt(b.replace('.', ''))).toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
