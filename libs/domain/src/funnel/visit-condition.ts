import type { Condition } from './conditions.js';

/** A part of a condition that contains no other conditions. */
export type ConditionLeaf = Exclude<Condition, ConditionGroup | { not: Condition }>;

/** A part of a condition that contains others. */
export type ConditionGroup = { all: Condition[] } | { any: Condition[] };

/** Where a part stands, from the root of the document that contains the condition. */
type PartPath = readonly (string | number)[];

export const isConditionLeaf = (part: Condition): part is ConditionLeaf =>
  !('all' in part || 'any' in part || 'not' in part);

/**
 * Visits a condition and every part of it, from the outside in and in the order in which they are written. Code that
 * inspects a condition uses this; only `evaluate` decides whether one holds.
 * @param visit - returns whether the parts inside this one are visited too; `depth` is 1 for the whole condition.
 */
export function visitCondition(
  condition: Condition,
  visit: (part: Condition, at: PartPath, depth: number) => boolean,
  at: PartPath = [],
  depth = 1,
): void {
  if (!visit(condition, at, depth)) return;
  const visitInside = (part: Condition, ...place: PartPath) =>
    visitCondition(part, visit, [...at, ...place], depth + 1);
  if ('all' in condition) for (const [index, part] of condition.all.entries()) visitInside(part, 'all', index);
  else if ('any' in condition) for (const [index, part] of condition.any.entries()) visitInside(part, 'any', index);
  else if ('not' in condition) visitInside(condition.not, 'not');
}

/** Visits the leaves of a condition in the order in which they are written. */
export function visitLeaves(
  condition: Condition,
  visit: (leaf: ConditionLeaf, at: PartPath) => void,
  at: PartPath = [],
): void {
  visitCondition(
    condition,
    (part, here) => {
      if (isConditionLeaf(part)) visit(part, here);
      return true;
    },
    at,
  );
}

/** Whether a leaf of a condition passes a test. `{ all: [] }` has no leaves. */
export function hasLeaf(condition: Condition, test: (leaf: ConditionLeaf) => boolean): boolean {
  let isFound = false;
  visitCondition(condition, (part) => {
    isFound ||= isConditionLeaf(part) && test(part);
    return !isFound;
  });
  return isFound;
}

/** A part without the `not` around it; two of them cancel each other. */
export function unwrapCondition(condition: Condition): { isNegated: boolean; part: ConditionLeaf | ConditionGroup } {
  let isNegated = false;
  let part = condition;
  while ('not' in part) {
    isNegated = !isNegated;
    part = part.not;
  }
  return { isNegated, part };
}
