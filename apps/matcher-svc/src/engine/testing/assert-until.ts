import fc from 'fast-check';
import { expect } from 'vitest';

/** Without enough cases after so many rounds of 100, the generator no longer makes them. */
const MAX_ROUNDS = 20;

/**
 * Checks a property of random cases until enough of them had what it is about. However rare that is, the test neither passes without it
 * nor fails by chance.
 */
export function assertUntil<T>(isEnough: () => boolean, property: fc.IProperty<T>): void {
  for (let round = 0; round < MAX_ROUNDS && (round === 0 || !isEnough()); round += 1) fc.assert(property);
  expect(isEnough(), 'enough cases have what the property is about').toBe(true);
}
