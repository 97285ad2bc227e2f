import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeLineAmounts, deductRefunds } from './amounts.js';
import { DAY, line, money, ORDER_TIME, order } from './attribution.testing.js';
import { formatMoney, parseMoney } from './money.js';

const amounts = (...given: Parameters<typeof order>) =>
  Object.fromEntries([...computeLineAmounts(order(...given))].map(([id, amount]) => [id, formatMoney(amount)]));
const refund = (refundId: string, amount: string, after = DAY) => ({
  refundId,
  amount: money(amount),
  createdAt: ORDER_TIME + after,
});

describe('money', () => {
  it('is exact, with 2 to 4 decimals', () => {
    const shown = ['0', '29.90', '0.1', '0.125', '0.1250', '999999999999.9999'].map((text) => formatMoney(money(text)));
    expect(shown).toEqual(['0.00', '29.90', '0.10', '0.125', '0.125', '999999999999.9999']);
  });

  it.each(['', '-1', '+1', '1,50', '.5', '1.', '1.00000', '1e3', '1000000000000', ' 1', '٣'])('refuses %j', (text) => {
    expect(parseMoney(text)).toBeUndefined();
  });

  it('survives any text that it writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }), (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    );
  });
});

describe('the amount of a line', () => {
  it('is price × quantity less its discount; shipping and other lines are no part of it', () => {
    const lines = [line('1', 'V1', { quantity: 2, price: money('29.90'), discount: money('4.80') }), line('2', 'V2')];
    expect(amounts(lines)).toEqual({ 1: '55.00', 2: '10.00' });
  });

  it('carries its share of the discount of the order, in proportion and exactly', () => {
    const lines = ['1', '2', '3'].map((id) => line(id, `V${id}`));
    expect(amounts(lines, { discount: money('10') })).toEqual({ 1: '6.6667', 2: '6.6667', 3: '6.6666' });
    expect(amounts(lines, { discount: money('31') })).toEqual({ 1: '0.00', 2: '0.00', 3: '0.00' });
  });

  it('of any order adds up to what was paid, and none is below 0', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 9n });
    const anyLine = fc.record({ quantity: fc.integer({ min: 1, max: 99 }), price: amount, discount: amount });
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), amount, (lines, discount) => {
        const given = order(
          lines.map((values, index) => line(`${index}`, 'V', values)),
          { discount },
        );
        const computed = [...computeLineAmounts(given).values()];
        const total = lines.reduce((sum, { price, quantity, discount: own }) => {
          const paid = price * BigInt(quantity) - own;
          return paid > 0n ? sum + paid : sum;
        }, 0n);
        expect(computed.every((one) => one >= 0n)).toBe(true);
        expect(computed.reduce((a, b) => a + b, 0n)).toBe(total > discount ? total - discount : 0n);
      }),
    );
  });
});

describe('refunds (docs/insight.md N7.3)', () => {
  const paid = money('200');
  const net = (...refunds: ReturnType<typeof refund>[]) => formatMoney(deductRefunds(paid, refunds, ORDER_TIME));

  it('are deducted: bought 200, refunded 50, revenue 150', () => {
    expect(net(refund('R1', '50'))).toBe('150.00');
  });

  it('count once by their id, and never below 0', () => {
    expect(net(refund('R1', '50'), refund('R1', '50'))).toBe('150.00');
    expect(net(refund('R1', '150'), refund('R2', '150'))).toBe('0.00');
  });

  it('count up to 60 days after the order', () => {
    expect(net(refund('R1', '50', 60 * DAY))).toBe('150.00');
    expect(net(refund('R1', '50', 60 * DAY + 1_000))).toBe('200.00');
  });
});
