import { SKIN_COLORS, SKIN_UNDERTONES } from '../answers/enums.js';
import { complexionBit, normalizeTag, parseComplexionTag } from './tags.js';

/**
 * Tags in the one spelling under which they are compared, without repetitions: `complexion:MEDIUM/*` becomes its three
 * cells, on a variant as well as in a target. What is not `namespace:value` is left out. docs/matching.md M1.
 */
export function expandTags(tags: readonly string[]): string[] {
  const expanded = new Set<string>();
  for (const tag of tags) {
    const normalized = normalizeTag(tag);
    if (normalized === null) continue;
    const cells = parseComplexionTag(normalized);
    if (cells === null) expanded.add(normalized);
    else for (const cell of complexionTags(cells)) expanded.add(cell);
  }
  return [...expanded];
}

/** The tags of the cells of a 15-bit complexion mask. */
export function complexionTags(cells: number): string[] {
  return SKIN_COLORS.flatMap((color, depth) =>
    SKIN_UNDERTONES.flatMap((undertone, index) =>
      cells & complexionBit(depth, index) ? [`complexion:${color}/${undertone}`] : [],
    ),
  );
}
