import { expect, it } from 'vitest';
import { addAmounts } from './add-amounts.js';

it('amounts of money are added exactly (docs/insight.md N7.2)', () => {
  expect(addAmounts('0.1000', '0.2000')).toBe('0.3000');
  expect(addAmounts('0.0000', '0.0000')).toBe('0.0000');
  expect(addAmounts('9007199254740993.0001', '0.0001')).toBe('9007199254740993.0002');
});
