import { expect, it } from 'vitest';
import { createScale } from './interval-scale.js';

it('intervals, 0 and the smallest difference are in the picture, on one scale (docs/dashboard.md Y53.4)', () => {
  const scale = createScale([{ value: 0.03, low: 0.01, high: 0.05 }], 0.02);
  expect(scale(0)).toBe(50);
  expect(scale(0.05)).toBeGreaterThan(scale(0.02));
  expect(scale(0.05)).toBeLessThanOrEqual(100);
  expect(scale(-0.05)).toBeCloseTo(100 - scale(0.05), 10);
  expect(createScale([], 0)(0)).toBe(50);
});
