import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fastTanh } from './fast-tanh.js';

it('is Math.tanh to 4e-16, everywhere', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double({ min: -12, max: 12, noNaN: true }), fc.double({ noNaN: true })), (x) => {
      expect(Math.abs(fastTanh(x) - Math.tanh(x))).toBeLessThanOrEqual(4e-16);
    }),
    { numRuns: 20_000 },
  );
  expect([fastTanh(0), fastTanh(10), fastTanh(-10), fastTanh(Number.NaN)]).toEqual([
    0,
    Math.tanh(10),
    Math.tanh(-10),
    Number.NaN,
  ]);
});

it('never falls', () => {
  let last = -1;
  for (let x = -11; x <= 11; x += 0.001) {
    const value = fastTanh(x);
    expect(value).toBeGreaterThanOrEqual(last);
    last = value;
  }
});
