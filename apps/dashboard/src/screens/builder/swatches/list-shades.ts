import { isHexColor } from '@svc/domain';
import type { Catalog } from '../../../shared/targets/catalog.js';

export interface Shade {
  /** `#rrggbb`, lower case. */
  color: string;
  /** Of the first variant that has it. */
  name: string;
}

/** Different colors of the catalog's variants, in its order. */
export function listShades(catalog: Catalog, max: number): Shade[] {
  const found = new Map<string, string>();
  const { id, color } = catalog.matrix.variants;
  for (const [row, given] of color.entries()) {
    if (found.size >= max) break;
    if (given === null || !isHexColor(given) || found.has(given.toLowerCase())) continue;
    found.set(given.toLowerCase(), catalog.getVariantName(id[row] as string));
  }
  return [...found].map(([shade, name]) => ({ color: shade, name }));
}
