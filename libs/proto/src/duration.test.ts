import { expect, it } from 'vitest';
import { toDuration, toMilliseconds } from './duration.js';

it.each([0, 1, 999, 1000, 86_400_000, 1500.25, -1500])('%s ms survives the conversion to a Duration', (ms) => {
  const duration = toDuration(ms);
  expect(toMilliseconds(duration)).toBe(ms);
  expect(Math.abs(duration.nanos)).toBeLessThan(1e9);
});

it('an absent duration is 0', () => {
  expect(toMilliseconds(undefined)).toBe(0);
});
