import { describe, expect, it } from 'vitest';
import type { Schemas } from '../../../api/client.js';
import { groupRevenue } from './group-revenue.js';

type Row = Schemas['RevenueReport']['totals'][number];
const row = (changes: Partial<Row> = {}): Row => ({
  ...{ currency: 'EUR', kind: 'VERIFIED', rule: 'DIRECT', proof: 'CONFIRMED', chat: 'NEVER', totalsIncludeTax: true },
  ...{ orders: 1, lines: 1, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
  ...changes,
});

describe('groups of revenue (docs/dashboard.md Y50, docs/insight.md N7.4)', () => {
  it('never adds up currencies, kinds of orders, or amounts with and without tax; verified orders come first, then what has the most lines (Y50.1)', () => {
    const totals = [
      row({ kind: 'REPORTED', lines: 90 }),
      row({ lines: 2 }),
      row({ currency: 'CHF' }),
      row({ totalsIncludeTax: false, net: '1.0000' }),
    ];
    expect(
      groupRevenue({ totals, days: [], variants: [], tabs: [], rules: [] }).map(
        ({ currency, kind, totalsIncludeTax, attributed }) => [...[currency, kind, totalsIncludeTax], attributed.net],
      ),
    ).toEqual([
      ['EUR', 'VERIFIED', true, '150.0000'],
      ['CHF', 'VERIFIED', true, '150.0000'],
      ['EUR', 'VERIFIED', false, '1.0000'],
      ['EUR', 'REPORTED', true, '150.0000'],
    ]);
  });

  it('keeps direct and assisted, confirmed and claimed apart; lines without an analysis are not attributed', () => {
    const totals = [
      row({ rule: 'NONE', proof: 'NONE', net: '999.0000' }),
      row({ rule: 'ASSISTED', proof: 'CLAIMED', net: '20.0000' }),
      row(),
      row({ chat: 'RECENT', net: '10.5000', gross: '10.5000', refunded: '0.0000' }),
      row({ proof: 'CLAIMED', net: '1.0000' }),
    ];
    const [group] = groupRevenue({ totals, days: [], variants: [], tabs: [], rules: [] });
    expect(group?.lines.map(({ rule, proof, orders, net }) => [rule, proof, orders, net])).toEqual([
      ['DIRECT', 'CONFIRMED', 2, '160.5000'],
      ['DIRECT', 'CLAIMED', 1, '1.0000'],
      ['ASSISTED', 'CLAIMED', 1, '20.0000'],
      ['NONE', 'NONE', 1, '999.0000'],
    ]);
    expect(group?.attributed.net).toBe('181.5000');
    expect(group?.chats).toEqual([
      { chat: 'RECENT', net: '10.5000', lines: 1 },
      { chat: 'NEVER', net: '171.0000', lines: 3 },
    ]);
  });

  it('has the days of the group', () => {
    const days = [
      { day: '2026-11-22', ...row() },
      { day: '2026-11-22', ...row({ rule: 'ASSISTED', net: '5.0000' }) },
      { day: '2026-11-22', ...row({ currency: 'CHF', net: '7.0000' }) },
      { day: '2026-11-23', ...row({ rule: 'NONE', proof: 'NONE' }) },
    ];
    const groups = groupRevenue({ totals: days, days, variants: [], tabs: [], rules: [] });
    expect(groups.map(({ currency, days: of }) => [currency, [...of]])).toEqual([
      ['EUR', [['2026-11-22', { direct: '150.0000', assisted: '5.0000' }]]],
      ['CHF', [['2026-11-22', { direct: '7.0000', assisted: '0.0000' }]]],
    ]);
  });

  it('has its variants and tabs in the order of the report, never those of another currency or kind (docs/dashboard.md Y50.4, Y50.5)', () => {
    const sold = (variantId: string | null, changes: Partial<Row> = {}) => {
      const { chat: _, ...own } = row(changes);
      return { ...own, variantId, productName: null, variantName: null, variants: 1, analyses: 1 };
    };
    const totals = [row(), row({ currency: 'CHF' }), row({ kind: 'REPORTED' })];
    const variants = [sold('V1'), sold('V2'), sold(null), sold('V1', { currency: 'CHF' })];
    const placed = (key: string, changes: Partial<Row> = {}) => {
      const { chat: _, orders: __, ...own } = row(changes);
      return { ...own, place: 'NAMED' as const, key, funnel: 'beauty', keys: 1 };
    };
    const tabs = [placed('FACE'), placed('NEW', { kind: 'REPORTED' })];
    const groups = groupRevenue({ totals, days: [], variants, tabs, rules: [] });
    expect(groups.map((group) => group.variants.map(({ variantId }) => variantId))).toEqual([
      ['V1'],
      ['V1', 'V2', null],
      [],
    ]);
    expect(groups.map((group) => group.tabs.map(({ key }) => key))).toEqual([[], ['FACE'], ['NEW']]);
  });
});
