import type { ChatVariant } from '../catalog/chat-catalog.js';
import { groupBy } from '../catalog/group-by.js';
import type { SplitName } from '../catalog/split-names.js';
import { BitSet } from '../search/bit-set.js';
import { normalize, toWords } from '../text/normalize.js';
import { COLOR_FAMILIES, type ColorFamily, SHADE_WORDS } from './color-words.js';
import type { Facet } from './compile-facets.js';
import { getHexFamily } from './hex-family.js';

/** Values of a namespace that are colors before the namespace counts as one of colors. */
const MIN_COLOR_VALUES = 3;

const FAMILY_OF_SHADE = new Map<string, ColorFamily>(
  COLOR_FAMILIES.flatMap((family) => SHADE_WORDS[family].split(',').map((word) => [normalize(word), family] as const)),
);

/**
 * Variants of each color family. The company's own tags decide (a namespace with color names, such as `family:red`), then the
 * words of the shade's name, then its hex color.
 */
export function compileColors(
  variants: readonly ChatVariant[],
  names: readonly SplitName[],
  facets: readonly Facet[],
): ReadonlyMap<ColorFamily, BitSet> {
  const sets = new Map(COLOR_FAMILIES.map((family) => [family, new BitSet(variants.length)]));
  const tagged = new Map<number, ColorFamily[]>();
  for (const { value, members } of listColorFacets(facets)) {
    const family = FAMILY_OF_SHADE.get(normalize(value));
    if (family) for (const member of members.toArray()) pushTo(tagged, member, family);
  }
  for (const [number, { color }] of variants.entries()) {
    const shade = names[number]?.variant ?? '';
    const named = toWords(normalize(shade)).flatMap((word) => FAMILY_OF_SHADE.get(word) ?? []);
    const hex = color && named.length === 0 ? getHexFamily(color) : undefined;
    const families = tagged.get(number) ?? (named.length > 0 ? named.slice(-1) : hex ? [hex] : []);
    for (const family of families) sets.get(family)?.add(number);
  }
  return sets;
}

/** Facets of the namespaces that name colors. */
function listColorFacets(facets: readonly Facet[]): Facet[] {
  return [...groupBy(facets, ({ namespace }) => namespace)].flatMap(([namespace, group]) => {
    const colors = group.filter(({ value }) => FAMILY_OF_SHADE.has(normalize(value)));
    const isOfColors = colors.length >= MIN_COLOR_VALUES && colors.length * 2 >= group.length;
    return isOfColors && namespace !== 'line' && namespace !== 'vendor' ? colors : [];
  });
}

function pushTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
