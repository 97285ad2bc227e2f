import { addTo, type BitSet, emptySet } from '../structures/bit-set.js';
import type { Lists } from '../structures/lists.js';
import { findNumber } from '../structures/text-table.js';
import type { Assortment } from './compile-assortment.js';
import { expandTags } from './expand-tags.js';

/** The selectors of a target, a tab or an assortment. */
export interface Selectors {
  tags?: readonly string[];
  productIds?: readonly string[];
  variantIds?: readonly string[];
}

/** Variants that meet any of the selectors. Unknown ids and tags select nothing. docs/matching.md M3.4. */
export function compileTarget(assortment: Assortment, selectors: Selectors): BitSet {
  const set = emptySet(assortment.variantCount);
  const { tags, variantsWithTag, products, variantsOfProduct, variants } = assortment;
  for (const tag of expandTags(selectors.tags ?? [])) addList(set, variantsWithTag, findNumber(tags, tag));
  for (const id of selectors.productIds ?? []) addList(set, variantsOfProduct, findNumber(products, id));
  for (const id of selectors.variantIds ?? []) {
    const ordinal = findNumber(variants, id);
    if (ordinal >= 0) addTo(set, ordinal);
  }
  return set;
}

function addList(set: BitSet, lists: Lists, index: number): void {
  if (index < 0) return;
  const end = lists.offsets[index + 1]!;
  for (let at = lists.offsets[index]!; at < end; at += 1) addTo(set, lists.members[at]!);
}
