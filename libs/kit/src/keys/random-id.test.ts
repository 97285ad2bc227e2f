import { expect, it } from 'vitest';
import { BASE62 } from './base62.js';
import { randomId } from './random-id.js';

it('200,000 ids: 22 base62 characters, no duplicate, every character equally likely everywhere (docs/reliability.md R3.1)', () => {
  const count = 200_000;
  const ids = new Set<string>();
  const counts = Array.from({ length: 22 }, () => new Uint32Array(62));
  for (let round = 0; round < count; round += 1) {
    const id = randomId();
    ids.add(id);
    for (let index = 0; index < 22; index += 1) counts[index]![BASE62.indexOf(id.charAt(index))]! += 1;
  }
  expect(ids.size).toBe(count);
  expect([...ids].every((id) => /^[0-9A-Za-z]{22}$/.test(id))).toBe(true);
  // Chi-square with 61 degrees of freedom: above 130 with a probability of 1e-6 per position.
  for (const position of counts) {
    const expected = count / 62;
    const chiSquare = position.reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(130);
  }
});
