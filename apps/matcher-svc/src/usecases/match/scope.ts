import type { BitSet } from '../../engine/structures/bit-set.js';
import { forEachIn } from '../../engine/structures/bit-set.js';
import { textAt } from '../../engine/structures/text-table.js';
import type { LoadedCompany } from '../companies/loaded-company.js';
import type { ScopeSet } from './scope-sets.js';

/** Which variants may be recommended and which may be named: merchant's ids. */
export interface VariantScope {
  /** Identifies everything that the lists depend on; opaque. */
  state: string;
  catalogVersion: number;
  configVersion: number;
  /** Null: the caller has the lists of this state. */
  lists: {
    matched: string[];
    firstOfTabs: string[];
    eligible: string[];
    excluded: string[];
    sets: ScopeSet[];
  } | null;
}

/** Ids of a set of variants, in catalog order. */
export function listIds({ assortment }: Pick<LoadedCompany, 'assortment'>, set: BitSet): string[] {
  const ids: string[] = [];
  forEachIn(set, (ordinal) => ids.push(textAt(assortment.variants, ordinal)));
  return ids;
}
