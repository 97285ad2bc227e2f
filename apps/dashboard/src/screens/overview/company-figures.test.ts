import { describe, expect, it } from 'vitest';
import { addFigures, listProvedRevenue } from './company-figures.js';

const rate = (value: number | null, cases: number) => ({
  ...{ definition: '', cases, previous: null, change: 'UNCLEAR' as const },
  value: value === null ? null : { value, low: 0, high: 1 },
});
const figures = (visits: number, optIn: ReturnType<typeof rate>) =>
  ({ visits: { definition: '', value: visits, previous: null }, optIn }) as never;

describe('figures of a company (docs/dashboard.md Y30.4)', () => {
  it('visits are added up, and a share weighs as much as it has cases', () => {
    expect(addFigures([figures(10, rate(0.5, 30)), figures(5, rate(1, 10)), figures(0, rate(null, 0))])).toEqual({
      visits: 15,
      optIn: { share: 0.625, cases: 40 },
    });
    expect(addFigures([figures(3, rate(null, 0))])).toEqual({ visits: 3, optIn: null });
  });

  it('revenue is verified, direct and confirmed only, by currency and tax', () => {
    const row = { chat: 'NEVER', gross: '0', refunded: '0', lines: 1, orders: 1 } as const;
    const proved = {
      kind: 'VERIFIED',
      rule: 'DIRECT',
      proof: 'CONFIRMED',
      currency: 'EUR',
      totalsIncludeTax: true,
    } as const;
    expect(
      listProvedRevenue([
        { ...row, ...proved, net: '10.0000' },
        { ...row, ...proved, chat: 'RECENT', net: '5.5000' },
        { ...row, ...proved, currency: 'CHF', net: '7.0000' },
        { ...row, ...proved, kind: 'REPORTED', net: '100.0000' },
        { ...row, ...proved, rule: 'ASSISTED', net: '100.0000' },
        { ...row, ...proved, proof: 'CLAIMED', net: '100.0000' },
      ] as never),
    ).toEqual([
      { currency: 'EUR', totalsIncludeTax: true, net: '15.5000', orders: 2 },
      { currency: 'CHF', totalsIncludeTax: true, net: '7.0000', orders: 1 },
    ]);
  });
});
