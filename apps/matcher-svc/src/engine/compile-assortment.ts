import type { CatalogSnapshot, Tagging } from '@svc/domain';
import { addTo, type BitSet, emptySet } from './bit-set.js';
import { compileIds, type IdTable } from './id-table.js';
import { bytesOf, type Lists, toLists } from './lists.js';
import { TagTable } from './tag-table.js';

/**
 * One state of a company's catalogue and tagging, compiled. A variant is its ordinal: its place in the catalogue, so
 * that the order of ordinals is the catalogue's order. Immutable; shared by all funnels and versions of the company.
 */
export interface Assortment {
  variantCount: number;
  variants: IdTable;
  productOf: ReadonlyMap<string, number>;
  variantsOfProduct: Lists;
  /** Every tag on a variant, its product's included. */
  tagOf: ReadonlyMap<string, number>;
  variantsWithTag: Lists;
  available: BitSet;
  /** Names of colour types by number; the default taxonomy first. */
  colorTypes: readonly string[];
  /** By look: numbers of its colour types; none: no colour tag. Variants of one look have equal tests and scores. */
  colorTypesOfLook: Lists;
  /** By look: 15-bit mask of complexion cells; 0: no complexion tag. */
  cellsOfLook: Uint16Array;
  /** By ordinal. */
  lookOf: Uint32Array;
  /** Estimated memory. */
  bytes: number;
}

/** Estimated bytes of a Map entry with its key's text. */
const ENTRY_BYTES = 120;

/**
 * Compiles a catalogue with the tags that the merchant added. Of variants with one id, the first counts.
 * Cost: one step for each tag on a variant; memory about 150 bytes a variant and 4 a tag on it. Performance, P5.
 */
export function compileAssortment(snapshot: CatalogSnapshot, tagging: Tagging): Assortment {
  const rows = distinctById(snapshot.variants);
  const tags = new TagTable();
  const tagsOfProduct = snapshot.products.map(({ id, tags: own }) =>
    [...own, ...ownEntry(tagging.products, id)].flatMap((tag) => tags.indexesOf(tag)),
  );
  const productLists: number[][] = snapshot.products.map(() => []);
  const tagLists: number[][] = [];
  const available = emptySet(rows.length);
  const lookOf = new Uint32Array(rows.length);
  for (const [ordinal, row] of rows.entries()) {
    const own = [...row.tags, ...ownEntry(tagging.variants, row.id)].flatMap((tag) => tags.indexesOf(tag));
    const all = [...new Set([...own, ...(tagsOfProduct[row.product] ?? [])])];
    for (const tag of all) {
      tagLists[tag] ??= [];
      tagLists[tag].push(ordinal);
    }
    productLists[row.product]?.push(ordinal);
    if (row.available) addTo(available, ordinal);
    lookOf[ordinal] = tags.lookOf(all);
  }
  // Tags of products without variants have numbers but no list.
  const variantsWithTag = toLists(Array.from({ length: tags.indexOf.size }, (_, tag) => tagLists[tag] ?? []));
  const variantsOfProduct = toLists(productLists);
  const colorTypesOfLook = toLists(tags.looks.map((look) => look.colorTypes));
  const cellsOfLook = Uint16Array.from(tags.looks, (look) => look.cells);
  const variants = compileIds(rows.map((row) => row.id));
  return {
    variantCount: rows.length,
    variants,
    productOf: new Map(snapshot.products.map(({ id }, index) => [id, index])),
    variantsOfProduct,
    tagOf: tags.indexOf,
    variantsWithTag,
    available,
    colorTypes: tags.colorTypes,
    colorTypesOfLook,
    cellsOfLook,
    lookOf,
    bytes:
      variants.bytes +
      available.byteLength +
      lookOf.byteLength +
      bytesOf(variantsOfProduct) +
      bytesOf(variantsWithTag) +
      bytesOf(colorTypesOfLook) +
      cellsOfLook.byteLength +
      ENTRY_BYTES * (snapshot.products.length + tags.indexOf.size),
  };
}

function distinctById(rows: CatalogSnapshot['variants']): CatalogSnapshot['variants'] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Tags of one id. Ids are the merchant's: one may be called `constructor`. */
const ownEntry = (record: Record<string, string[]>, id: string): string[] =>
  Object.hasOwn(record, id) ? record[id]! : [];
