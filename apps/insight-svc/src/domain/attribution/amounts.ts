import { DAY_MS, REFUND_DAYS } from '@svc/domain';
import type { Money } from './money.js';
import type { LineRefund, Order } from './order.js';

/**
 * What the shopper paid for each line, by its id: price × quantity, less the discount of the line, less its share of the order's discount.
 * Shares are in proportion to the lines and add up to the discount exactly. No amount is below 0.
 */
export function computeLineAmounts({ lines, discount }: Pick<Order, 'lines' | 'discount'>): Map<string, Money> {
  const paid = lines.map((line) => atLeastZero(line.price * BigInt(line.quantity) - line.discount));
  const total = paid.reduce((sum, amount) => sum + amount, 0n);
  const shared = discount < total ? discount : total;
  let before = 0n;
  return new Map(
    lines.map(({ lineId }, index) => {
      const amount = paid[index]!;
      const after = before + amount;
      const share = total === 0n ? 0n : (shared * after) / total - (shared * before) / total;
      before = after;
      return [lineId, amount - share];
    }),
  );
}

/**
 * What remains of a line after its refunds, never below 0. A refund counts once by its id, and not at all if it was made more than
 * 60 days after the order.
 */
export function deductRefunds(amount: Money, refunds: readonly LineRefund[], orderCreatedAt: number): Money {
  const counted = new Map(
    refunds.filter((refund) => isInTime(refund, orderCreatedAt)).map((refund) => [refund.refundId, refund.amount]),
  );
  return atLeastZero(amount - [...counted.values()].reduce((sum, refunded) => sum + refunded, 0n));
}

/** Whether a refund reduces the order. */
const isInTime = ({ createdAt }: Pick<LineRefund, 'createdAt'>, orderCreatedAt: number): boolean =>
  createdAt <= orderCreatedAt + REFUND_DAYS * DAY_MS;

const atLeastZero = (amount: Money): Money => (amount < 0n ? 0n : amount);
