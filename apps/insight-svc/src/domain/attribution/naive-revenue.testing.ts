import { deductRefunds } from './amounts.js';
import type { LineAttribution } from './attribute-order.js';
import type { Money } from './money.js';
import type { LineRefund, OrderKind } from './order.js';

/** A line as it is stored. */
export interface RevenueLine {
  orderId: string;
  lineId: string;
  kind: OrderKind;
  /** ISO 4217. */
  currency: string;
  /** Milliseconds since the epoch. */
  orderCreatedAt: number;
  /** From `computeLineAmounts`. */
  amount: Money;
  /** null: no analysis; such lines are the base of comparison. */
  attribution: Pick<LineAttribution, 'rule' | 'proof'> | null;
  refunds: readonly LineRefund[];
}

/** What one currency earned in one group; groups and currencies are never added up. */
export interface RevenueSum {
  currency: string;
  kind: OrderKind;
  rule: LineAttribution['rule'] | 'NONE';
  proof: LineAttribution['proof'] | 'NONE';
  orders: number;
  lines: number;
  /** Before refunds. */
  gross: Money;
  refunded: Money;
  /** `gross` less `refunded`: the revenue. */
  net: Money;
}

/** Sums by currency, kind, rule and proof, in this order; the queries of revenue must give the same. A line that is given twice counts once. */
export function sumRevenue(lines: readonly RevenueLine[]): RevenueSum[] {
  const groups = new Map<string, RevenueSum & { orderIds: Set<string> }>();
  for (const line of withoutRepeated(lines)) {
    const { currency, kind, amount } = line;
    const { rule, proof } = line.attribution ?? { rule: 'NONE' as const, proof: 'NONE' as const };
    const key = [currency, kind, rule, proof].join(' ');
    const sum = groups.get(key) ?? {
      ...{ currency, kind, rule, proof, orders: 0, lines: 0, gross: 0n, refunded: 0n, net: 0n },
      orderIds: new Set<string>(),
    };
    const net = deductRefunds(amount, line.refunds, line.orderCreatedAt);
    sum.orderIds.add(line.orderId);
    groups.set(key, {
      ...sum,
      orders: sum.orderIds.size,
      lines: sum.lines + 1,
      gross: sum.gross + amount,
      refunded: sum.refunded + amount - net,
      net: sum.net + net,
    });
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { orderIds, ...sum }]) => sum);
}

function withoutRepeated(lines: readonly RevenueLine[]): RevenueLine[] {
  return [...new Map(lines.map((line) => [JSON.stringify([line.orderId, line.lineId]), line])).values()];
}
