import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condition as randomCondition } from '../answers/arbitraries.testing.js';
import type { Condition } from './conditions.js';
import { hasLeaf, visitCondition, visitLeaves } from './visit-condition.js';

const hair: Condition = { field: 'hairColor', in: ['RED'] };
const second: Condition = { step: 2, answered: true };
const spring: Condition = { colorType: ['SPRING'] };
const nested: Condition = { all: [hair, { not: { any: [second, spring] } }] };

describe('visitCondition', () => {
  it('visits every part from the outside in, with its path and depth', () => {
    const visited: unknown[] = [];
    visitCondition(nested, (part, at, depth) => visited.push([part, at.join('/'), depth]) > 0, ['when']);
    expect(visited).toEqual([
      [nested, 'when', 1],
      [hair, 'when/all/0', 2],
      [{ not: { any: [second, spring] } }, 'when/all/1', 2],
      [{ any: [second, spring] }, 'when/all/1/not', 3],
      [second, 'when/all/1/not/any/0', 4],
      [spring, 'when/all/1/not/any/1', 4],
    ]);
  });

  it('leaves out the parts inside one for which the visitor returns false', () => {
    const visited: Condition[] = [];
    visitCondition(nested, (part) => visited.push(part) > 0 && !('not' in part));
    expect(visited).toEqual([nested, hair, { not: { any: [second, spring] } }]);
  });
});

describe('visitLeaves and hasLeaf', () => {
  it('visits the parts that contain no others, in order', () => {
    const leaves: Condition[] = [];
    visitLeaves(nested, (leaf) => leaves.push(leaf));
    expect(leaves).toEqual([hair, second, spring]);
  });

  it('finds no leaf in a condition that only groups', () => {
    expect(hasLeaf({ not: { all: [{ any: [] }] } }, () => true)).toBe(false);
  });

  it('the path of each leaf leads to it, and it is found (any condition)', () => {
    fc.assert(
      fc.property(randomCondition, (condition) => {
        visitLeaves(condition, (leaf, at) => {
          const found = at.reduce<unknown>(
            (part, place) => (part as Record<string | number, unknown>)[place],
            condition,
          );
          expect(found).toBe(leaf);
          expect(hasLeaf(condition, (other) => other === leaf)).toBe(true);
        });
        expect(hasLeaf(condition, () => false)).toBe(false);
      }),
    );
  });
});
