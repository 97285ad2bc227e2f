import { describe, expect, it } from 'vitest';
import { formatDifference, formatValue } from './names.js';

const german = {
  locale: 'de',
  percent: (value: number) => new Intl.NumberFormat('de', { style: 'percent' }).format(value),
};
const revenue = (currency: string | null) => ({ measure: 'REVENUE_PER_UNIT', currency }) as const;
const withoutSpace = (text: string) => text.replaceAll(/\s/g, ' ');

describe('numbers of a test', () => {
  it('revenue is money once the test has a currency, which it has from its start', () => {
    expect(withoutSpace(formatValue(german, revenue('EUR'), 2.415))).toBe('2,42 €');
    expect(formatValue(german, revenue(null), 2.415)).toBe('2,42');
  });

  it('a difference has its sign: of revenue as money, of rates in percentage points', () => {
    expect(withoutSpace(formatDifference(german, revenue('CHF'), 0.5))).toBe('+0,50 CHF');
    const rate = { measure: 'CLICK_RATE', currency: 'CHF' } as const;
    expect(formatDifference(german, rate, -0.0315)).toBe('-3,2');
  });
});
