import type { Assortment as AssortmentSettings } from '@svc/domain';
import type { Assortment } from '../compile/compile-assortment.js';
import type { CompiledRule } from '../compile/compile-rules.js';
import { compileTarget } from '../compile/compile-target.js';
import { type BitSet, emptySet, intersect, subtract, unite } from '../structures/bit-set.js';

/** The variants of an assortment, unavailable ones too, in two parts. */
export interface Scope {
  /** May be named. */
  eligible: BitSet;
  /** Rules keep them out of every match. */
  excluded: BitSet;
}

/**
 * Divides an assortment by rules: excluded is what a rule excludes, and what is outside of what a rule requires. A set's own variant
 * is only subject to exclusion, as in a match. docs/matching.md M5.
 * @param rules - in force.
 * @param own - own variants of sets; null: there are none.
 */
export function findScope(
  assortment: Assortment,
  { tags, productIds }: AssortmentSettings,
  { rules, own }: { rules: readonly CompiledRule[]; own: BitSet | null },
): Scope {
  const whole = tags.length + productIds.length > 0 ? compileTarget(assortment, { tags, productIds }) : all(assortment);
  const excluded = emptySet(assortment.variantCount);
  for (const { require } of rules) {
    if (!require) continue;
    const outside = whole.slice();
    subtract(outside, require);
    if (own) subtract(outside, own);
    unite(excluded, outside);
  }
  for (const { exclude } of rules) if (exclude) unite(excluded, exclude);
  intersect(excluded, whole);
  const eligible = whole.slice();
  subtract(eligible, excluded);
  return { eligible, excluded };
}

function all({ variantCount }: Assortment): BitSet {
  const set = emptySet(variantCount).fill(0xffffffff);
  const rest = variantCount & 31;
  if (rest !== 0) set[set.length - 1] = 2 ** rest - 1;
  return set;
}
