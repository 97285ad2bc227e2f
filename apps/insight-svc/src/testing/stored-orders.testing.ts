import { sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import type { VariantRevenueRow } from '../db/variant-revenue.js';
import type { MatchPlace } from '../domain/attribution/attribute-order.js';

/** When orders are made, if not days before. */
export const ORDERED = Date.parse('2026-03-01T10:00:00Z');
const DAY = 86_400_000;
export const QUERY = { fromDay: '2026-03-01', toDay: '2026-03-01', timeZone: 'UTC' };

/** A line that is stored. */
export interface Line {
  variantId: string;
  amount: string;
  /** undefined: no analysis. */
  credit:
    | (Pick<VariantRevenueRow, 'rule' | 'proof'> & { analysis: string; funnel?: string; place?: MatchPlace })
    | undefined;
  refunds: { amount: string; days: number }[];
}
export interface Order {
  /** Default: 0. */
  daysBefore?: number;
  kind: VariantRevenueRow['kind'];
  currency: string;
  totalsIncludeTax: boolean;
  lines: Line[];
}

export const sold = (variantId: string, amount: string, more: Partial<Line> = {}): Line => ({
  ...{ variantId, amount, refunds: [], credit: { rule: 'DIRECT', proof: 'CONFIRMED', analysis: 'a' } },
  ...more,
});
export const verified = (...lines: Line[]): Order => ({
  ...{ kind: 'VERIFIED', currency: 'EUR', totalsIncludeTax: true },
  lines,
});

const orderedAt = ({ daysBefore = 0 }: Pick<Order, 'daysBefore'>): number => ORDERED - daysBefore * DAY;

/** Stores orders as the service does, each under its index. @param first - index of the first one. */
export async function storeOrders(db: Knex, orders: readonly Order[], companyId = 'company-1', first = 0) {
  const insert = async (table: string, rows: object[]) => {
    if (rows.length > 0) await db(table).insert(rows.map((row) => ({ company_id: companyId, ...row })));
  };
  const lines = orders.flatMap((order, index) =>
    order.lines.map((line, at) => ({
      ...{ ...line, orderedAt: orderedAt(order), key: { order_key: `${first + index}`, line_key: `${at}` } },
    })),
  );
  await insert(
    'orders',
    orders.map(({ kind, currency, totalsIncludeTax, ...order }, index) => ({
      ...{ order_key: `${first + index}`, kind, currency, totals_include_tax: totalsIncludeTax, window_days: 7 },
      ...{ content_hash: sha256(`${index}`), ordered_at: new Date(orderedAt(order)), received_at: new Date(ORDERED) },
      ...{ names_unknown_analyses_only: false },
    })),
  );
  await insert(
    'order_lines',
    lines.map(({ key, variantId, amount }) => ({
      ...key,
      ...{ variant_id: variantId, quantity: 1, price: amount, amount, is_foreign: false },
    })),
  );
  await insert(
    'attributions',
    lines.flatMap(({ key, credit }) =>
      credit === undefined
        ? []
        : [
            {
              ...{ ...key, rule: credit.rule, proof: credit.proof },
              ...{ analysis_hash: sha256(credit.analysis), funnel_id: credit.funnel ?? 'funnel-1' },
              ...{ tabs: credit.place?.tabs, rules: credit.place?.rules },
            },
          ],
    ),
  );
  await insert(
    'refunds',
    lines.flatMap(({ key, refunds, orderedAt: since }) =>
      refunds.map(({ amount, days }, at) => ({
        ...{ ...key, refund_key: `${key.order_key}-${key.line_key}-${at}`, amount, content_hash: sha256('refund') },
        ...{ refunded_at: new Date(since + days * DAY), received_at: new Date(ORDERED) },
      })),
    ),
  );
}
