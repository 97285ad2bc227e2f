import { DEFINITIONS } from './definitions.js';
import type { RevenueReport } from './revenue-schema.js';

const row: RevenueReport['totals'][number] = {
  currency: 'EUR',
  kind: 'VERIFIED',
  rule: 'DIRECT',
  proof: 'CONFIRMED',
  chat: 'NEVER',
  totalsIncludeTax: true,
  orders: 3,
  lines: 4,
  gross: '200.0000',
  refunded: '50.0000',
  net: '150.0000',
};

export const revenueExample: RevenueReport = {
  definition:
    'Attributed revenue: price × quantity of the lines that are credited to an analysis, less discounts and refunds.',
  asOf: '2026-11-24T10:00:00.000Z',
  completeUntil: '2026-11-24T10:00:00.000Z',
  mayFallSince: '2026-09-25',
  timezone: 'Europe/Berlin',
  attributionDays: [7],
  totals: [row],
  verified: { definition: DEFINITIONS.verified, value: { value: 1, low: 0.5101, high: 1 }, cases: 4 },
  days: [{ day: '2026-11-22', ...row }],
  variants: [
    {
      ...{ variantId: 'V1007', productName: 'Rose serum', variantName: '30 ml' },
      ...{ currency: 'EUR', kind: 'VERIFIED', rule: 'DIRECT', proof: 'CONFIRMED', totalsIncludeTax: true },
      ...{ variants: 1, analyses: 3, orders: 3, lines: 4, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
    },
  ],
  variantsDefinition: DEFINITIONS.variantRevenue,
  tabs: [
    {
      ...{ place: 'NAMED', key: 'FACE', funnel: 'beauty', keys: 1 },
      ...{ currency: 'EUR', kind: 'VERIFIED', rule: 'DIRECT', proof: 'CONFIRMED', totalsIncludeTax: true },
      ...{ lines: 4, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
    },
  ],
  tabsDefinition: DEFINITIONS.tabRevenue,
  rules: [
    {
      ...{ place: 'NONE', key: null, funnel: null, keys: 0 },
      ...{ currency: 'EUR', kind: 'VERIFIED', rule: 'DIRECT', proof: 'CONFIRMED', totalsIncludeTax: true },
      ...{ lines: 4, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
    },
  ],
  rulesDefinition: DEFINITIONS.ruleRevenue,
  cart: { definition: DEFINITIONS.cartValue, analyses: 12, values: [{ currency: 'EUR', value: '500.0000' }] },
  keptAside: {
    waitingRefunds: 0,
    unknownRefundLines: 0,
    lateRefunds: 0,
    excessRefundLines: 0,
    ordersWithUnknownAnalyses: 1,
    ordersWithUnreadAnalyses: 0,
    foreignLines: 2,
  },
  refused: [{ kind: 'ORDER', reason: 'INVALID_REQUEST', requests: 3 }],
};

export const revenueCsvExample =
  '"definition","Attributed revenue: …"\r\n"day","currency","kind","rule","proof","chat"\r\n"2026-11-22","EUR","VERIFIED","DIRECT","CONFIRMED","NEVER"\r\n';
