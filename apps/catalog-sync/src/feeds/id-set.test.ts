import { anyCharacter } from '@svc/kit/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdSet } from './id-set.js';

it('numbers ids in the order of their first appearance, exactly as a Map does', () => {
  const id = fc.oneof(
    fc.string({ unit: anyCharacter(fc), maxLength: 6 }),
    fc.integer({ min: 0, max: 5_000 }).map(String),
  );
  fc.assert(
    fc.property(fc.array(id, { maxLength: 3_000, size: 'max' }), (ids) => {
      const set = new IdSet();
      const oracle = new Map<string, number>();
      for (const one of ids) {
        if (!oracle.has(one)) oracle.set(one, oracle.size);
        expect(set.add(one)).toBe(oracle.get(one));
      }
      expect(set.size).toBe(oracle.size);
    }),
    { numRuns: 60 },
  );
});

it('distinguishes 200,000 ids that differ in their last digits only', () => {
  const set = new IdSet();
  for (let index = 0; index < 200_000; index++) set.add(`gid://shop/variant/${index}`);
  expect(set.size).toBe(200_000);
  expect(set.add('gid://shop/variant/123456')).toBe(123_456);
});
