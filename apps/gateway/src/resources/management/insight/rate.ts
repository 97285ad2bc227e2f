/** A share with the interval in which the true one lies with 95 %, by Wilson's formula. */
export interface Rate {
  value: number;
  low: number;
  high: number;
}

const Z = 1.96;

/** Null: of nothing there is no share. docs/insight.md N12.3. */
export function toRate(part: number, whole: number): Rate | null {
  if (whole === 0) return null;
  const share = part / whole;
  const scale = 1 + Z ** 2 / whole;
  const middle = (share + Z ** 2 / (2 * whole)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2));
  return { value: round(share), low: round(Math.max(0, middle - half)), high: round(Math.min(1, middle + half)) };
}

/** Where intervals overlap, there is no clear change. */
export function compareRates(now: Rate | null, before: Rate | null): 'UP' | 'DOWN' | 'UNCLEAR' {
  if (!now || !before) return 'UNCLEAR';
  if (now.low > before.high) return 'UP';
  return now.high < before.low ? 'DOWN' : 'UNCLEAR';
}

const round = (share: number): number => Math.round(share * 10_000) / 10_000;
