import { addAmounts } from '@svc/domain';
import type { Schemas } from '../../api/client.js';

type Figures = Schemas['InsightOverview']['figures'];
type Total = Schemas['RevenueReport']['totals'][number];

export interface CompanyFigures {
  visits: number;
  /** Null: no analysis was asked for contact data. */
  optIn: { share: number; cases: number } | null;
}

/** The figures of all funnels of a company as one: counts are added up, shares weigh as much as they have cases. */
export function addFigures(funnels: readonly Pick<Figures, 'visits' | 'optIn'>[]): CompanyFigures {
  const visits = funnels.reduce((sum, each) => sum + each.visits.value, 0);
  const cases = funnels.reduce((sum, { optIn }) => sum + optIn.cases, 0);
  const chosen = funnels.reduce((sum, { optIn }) => sum + (optIn.value?.value ?? 0) * optIn.cases, 0);
  return { visits, optIn: cases === 0 ? null : { share: chosen / cases, cases } };
}

export interface ProvedRevenue {
  currency: string;
  totalsIncludeTax: boolean;
  net: string;
  orders: number;
}

/** What is proved best, as the tile of a funnel has it: verified, direct and confirmed. Currencies and taxes are never added up. */
export function listProvedRevenue(totals: readonly Total[]): ProvedRevenue[] {
  const groups = new Map<string, ProvedRevenue>();
  for (const { kind, rule, proof, currency, totalsIncludeTax, net, orders } of totals) {
    if (kind !== 'VERIFIED' || rule !== 'DIRECT' || proof !== 'CONFIRMED') continue;
    const key = `${currency} ${totalsIncludeTax}`;
    const group = groups.get(key) ?? { currency, totalsIncludeTax, net: '0.0000', orders: 0 };
    groups.set(key, { ...group, net: addAmounts(group.net, net), orders: group.orders + orders });
  }
  return [...groups.values()];
}
