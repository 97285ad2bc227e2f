import type { ChatVariant } from '../catalog/chat-catalog.js';
import { BitSet } from '../search/bit-set.js';

/** A tag of the catalog, or a vendor or line, with the variants that have it. Its position is its number. */
export interface Facet {
  readonly namespace: string;
  readonly value: string;
  readonly members: BitSet;
  readonly count: number;
}

/** Namespaces whose tags describe a person, not a product; the matcher reads them. */
const PERSONAL_NAMESPACES = new Set(['color_type', 'complexion']);
/** The most used facets are kept. */
const MAX_FACETS = 4_000;

/** Facets of a catalog: its tags, `vendor:` and `line:`, the most used first. */
export function compileFacets(variants: readonly ChatVariant[]): Facet[] {
  const members = new Map<string, BitSet>();
  const counts = new Map<string, number>();
  const add = (tag: string, variant: number): void => {
    const set = members.get(tag) ?? new BitSet(variants.length);
    if (set.has(variant)) return;
    set.add(variant);
    members.set(tag, set);
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  };
  for (const [number, { tags, vendor, line }] of variants.entries()) {
    for (const tag of tags) add(tag, number);
    if (vendor) add(`vendor:${vendor}`, number);
    if (line) add(`line:${line}`, number);
  }
  return [...members]
    .map(([tag, set]) => {
      const colon = tag.indexOf(':');
      return {
        namespace: tag.slice(0, Math.max(colon, 0)),
        value: tag.slice(colon + 1),
        members: set,
        count: counts.get(tag) ?? 0,
      };
    })
    .filter(({ namespace }) => !PERSONAL_NAMESPACES.has(namespace))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_FACETS);
}
