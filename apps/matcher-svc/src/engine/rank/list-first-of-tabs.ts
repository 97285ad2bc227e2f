import type { Lists } from '../structures/lists.js';
import type { MatchResult } from './match-variants.js';

/** Of each tab the best variant whose product no tab before has given, in the order of the tabs. Cost: the catalog once for each tab. */
export function listFirstOfTabs(tabs: MatchResult['tabs'], variantsOfProduct: Lists): number[] {
  const given = new Set<number>();
  return (tabs ?? []).flatMap(({ variants }) => {
    const first = variants.find((variant) => !given.has(variant));
    if (first === undefined) return [];
    for (const sibling of listSiblings(first, variantsOfProduct)) given.add(sibling);
    return [first];
  });
}

/** Variants of the product of a variant, itself among them. */
function listSiblings(variant: number, { offsets, members }: Lists): Uint32Array {
  const product = offsets.findLastIndex((offset) => offset <= members.indexOf(variant));
  return members.subarray(offsets[product], offsets[product + 1]);
}
