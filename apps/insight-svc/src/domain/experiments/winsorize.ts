/**
 * The cap of revenue per unit: the 99.5th percentile of order values (nearest rank). Fixed before a test starts.
 * @returns null without values: nothing is known, and nothing is capped.
 */
export function chooseCap(orderValues: readonly number[]): number | null {
  const sorted = [...orderValues].sort((a, b) => a - b);
  // In whole thousandths: 0.995 · 200 would be above 199.
  return sorted[Math.ceil((995 * sorted.length) / 1000) - 1] ?? null;
}

/** A value, at most the cap. */
export const winsorize = (value: number, cap: number | null): number => (cap === null ? value : Math.min(value, cap));
