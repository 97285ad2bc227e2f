import { formatMoney, parseMoney } from './money.js';
import type { Order, OrderLine } from './order.js';

/** An amount that is written correctly. */
export const money = (text: string) => {
  const amount = parseMoney(text);
  if (amount === undefined) throw new Error(`${text} must be a decimal number.`);
  return amount;
};

export { formatMoney };

export const ORDER_TIME = Date.parse('2026-11-22T09:04:00Z');
export const DAY = 86_400_000;

export const line = (lineId: string, variantId: string, given: Partial<OrderLine> = {}): OrderLine => ({
  ...{ lineId, variantId, quantity: 1, price: money('10'), discount: 0n },
  ...given,
});

export const order = (lines: OrderLine[], given: Partial<Order> = {}): Order => ({
  ...{ createdAt: ORDER_TIME, discount: 0n, lines, recommendations: [] },
  ...given,
});
