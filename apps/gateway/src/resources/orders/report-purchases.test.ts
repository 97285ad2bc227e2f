import { expect, it } from 'vitest';
import { toPurchaseId } from './report-purchases.js';

it('the event of a line has an id that the events route accepts (docs/insight.md N5.9)', () => {
  expect(toPurchaseId('4711', '1')).toBe('order-4711-1');
  for (const orderId of ['x'.repeat(60), 'Ä', 'a\nb']) {
    expect(toPurchaseId(orderId, '1')).toMatch(/^order-[\w-]{43}$/);
  }
});
