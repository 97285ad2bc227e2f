import type { FixedSet, ProductSet } from '@svc/domain';
import { addTo, type BitSet, emptySet } from '../structures/bit-set.js';
import { findNumber } from '../structures/text-table.js';
import type { Assortment } from './compile-assortment.js';
import { compileTarget } from './compile-target.js';

/** A set that can be lifted into the list: its own variant is in the catalog, and its `lift` is not `off`. */
export interface CompiledSet {
  key: string;
  /** Ordinal of the set's own variant. */
  own: number;
  /** All variants that can make the set complete. */
  members: BitSet;
  /** Whether the matched variants make the set complete. */
  isComplete(matched: BitSet): boolean;
}

export interface CompiledSets {
  /** Sorted by key, by code unit. */
  sets: CompiledSet[];
  /** Own variants of these sets, which are never matched by themselves. Null: there are none. */
  own: BitSet | null;
  /** Own variant by set key, including sets with `lift: off`. */
  ownByKey: ReadonlyMap<string, number>;
}

/** docs/matching.md M5.7, M5.8. */
export function compileSets(assortment: Assortment, sets: readonly ProductSet[]): CompiledSets {
  const ownByKey = new Map<string, number>();
  const compiled: CompiledSet[] = [];
  const own = emptySet(assortment.variantCount);
  for (const set of [...sets].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))) {
    const ordinal = findNumber(assortment.variants, set.variantId);
    if (ordinal < 0) continue;
    ownByKey.set(set.key, ordinal);
    if ('lift' in set && set.lift === 'off') continue;
    compiled.push({ key: set.key, own: ordinal, ...memberRule(assortment, set) });
    addTo(own, ordinal);
  }
  return { sets: compiled, own: compiled.length > 0 ? own : null, ownByKey };
}

function memberRule(assortment: Assortment, set: ProductSet): Pick<CompiledSet, 'members' | 'isComplete'> {
  if ('variants' in set) return fixedRule(assortment, set);
  const products = set.products.map(({ id, max }) => ({
    max,
    members: compileTarget(assortment, { productIds: [id] }),
  }));
  const usable = set.products.filter(({ max }) => max > 0).map(({ id }) => id);
  return {
    members: compileTarget(assortment, { productIds: usable }),
    isComplete: (matched) =>
      products.reduce((filled, { max, members }) => filled + Math.min(max, common(members, matched)), 0) >= set.size,
  };
}

function fixedRule(assortment: Assortment, set: FixedSet): Pick<CompiledSet, 'members' | 'isComplete'> {
  const ids = new Set(set.variants.map(({ id }) => id));
  const members = compileTarget(assortment, { variantIds: [...ids] });
  const needed = set.lift === 'all' ? ids.size : 1;
  return { members, isComplete: (matched) => needed > 0 && common(members, matched) >= needed };
}

/** Number of common members of two sets. */
function common(a: BitSet, b: BitSet): number {
  let total = 0;
  for (let word = 0; word < a.length; word += 1) {
    for (let bits = a[word]! & b[word]!; bits !== 0; bits &= bits - 1) total += 1;
  }
  return total;
}
