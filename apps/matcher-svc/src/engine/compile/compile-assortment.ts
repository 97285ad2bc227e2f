import type { CatalogSnapshot, Tagging } from '@svc/domain';
import { addTo, type BitSet, emptySet } from '../structures/bit-set.js';
import { type Lists, toLists } from '../structures/lists.js';
import { bytesIn, inOneBuffer } from '../structures/own-buffers.js';
import { TagTable } from '../structures/tag-table.js';
import { compileTexts, type TextTable } from '../structures/text-table.js';

/**
 * A compiled state of a company's catalog and tagging. A variant is identified by its ordinal, its position in the catalog, so
 * that ascending ordinals are catalog order. Immutable; shared by all funnels and versions of the company.
 * Consists of plain data in typed arrays, so that a thread can compile it and transfer it without a copy.
 */
export interface Assortment {
  variantCount: number;
  /** Ids by ordinal. */
  variants: TextTable;
  /** Ids of products by number. */
  products: TextTable;
  variantsOfProduct: Lists;
  /** Tags by number, in normalized spelling. */
  tags: TextTable;
  /** By tag: the variants that have it, directly or through their product. */
  variantsWithTag: Lists;
  available: BitSet;
  /** Names of color types by number; the default taxonomy first. */
  colorTypes: readonly string[];
  /** By look: numbers of its color types; none: no color tag. Variants of one look have equal tests and scores. */
  colorTypesOfLook: Lists;
  /** By look: 15-bit mask of complexion cells; 0: no complexion tag. */
  cellsOfLook: Uint16Array;
  /** Number of the look by ordinal. */
  lookByOrdinal: Uint32Array;
  /** Estimated memory in bytes. */
  bytes: number;
}

/** Bytes in addition to the typed arrays: objects, and the names of color types. */
const FIXED_BYTES = 2_048;

/**
 * Compiles a catalog with the tags that the merchant added. If several variants have one id, the first one counts.
 * Cost: one step per tag of a variant; memory about 60 bytes per variant and 4 per tag of a variant. docs/performance.md P5.
 * @param seed - of the hashes of ids and tags; affects only the speed of lookups.
 */
export function compileAssortment(snapshot: CatalogSnapshot, tagging: Tagging, seed = 0): Assortment {
  const rows = distinctById(snapshot.variants);
  const table = new TagTable();
  const tagsOfProduct = snapshot.products.map((product) => {
    const tags = new TagList();
    for (const tag of product.tags) tags.add(table.toIndexes(tag));
    for (const tag of ownEntry(tagging.products, product.id)) tags.add(table.toIndexes(tag));
    return tags.list;
  });
  const productLists: number[][] = snapshot.products.map(() => []);
  const tagLists: number[][] = [];
  const available = emptySet(rows.length);
  const lookByOrdinal = new Uint32Array(rows.length);
  const tags = new TagList();
  for (const [ordinal, row] of rows.entries()) {
    tags.clear();
    for (const tag of row.tags) tags.add(table.toIndexes(tag));
    for (const tag of ownEntry(tagging.variants, row.id)) tags.add(table.toIndexes(tag));
    tags.add(tagsOfProduct[row.product] ?? []);
    for (const tag of tags.list) {
      tagLists[tag] ??= [];
      tagLists[tag].push(ordinal);
    }
    productLists[row.product]?.push(ordinal);
    if (row.available) addTo(available, ordinal);
    lookByOrdinal[ordinal] = table.toLook(tags.list);
  }
  // Tags of products without variants have numbers but no list.
  const compiled = {
    variantCount: rows.length,
    variants: compileTexts(
      rows.map((row) => row.id),
      seed,
    ),
    products: compileTexts(
      snapshot.products.map((product) => product.id),
      seed,
    ),
    variantsOfProduct: toLists(productLists),
    tags: compileTexts([...table.indexOf.keys()], seed),
    variantsWithTag: toLists(Array.from({ length: table.indexOf.size }, (_, tag) => tagLists[tag] ?? [])),
    available,
    colorTypes: table.colorTypes,
    colorTypesOfLook: toLists(table.looks.map((look) => look.colorTypes)),
    cellsOfLook: Uint16Array.from(table.looks, (look) => look.cells),
    lookByOrdinal,
  };
  return { ...inOneBuffer(compiled), bytes: FIXED_BYTES + bytesIn(compiled) };
}

/** Numbers of tags without duplicates, in the order of adding; reused for each variant. */
class TagList {
  list: number[] = [];
  /** By tag: the round in which it was added last. */
  readonly #rounds: number[] = [];
  #round = 1;

  clear(): void {
    this.list = [];
    this.#round += 1;
  }

  add(tags: readonly number[]): void {
    for (const tag of tags) {
      if (this.#rounds[tag] === this.#round) continue;
      this.#rounds[tag] = this.#round;
      this.list.push(tag);
    }
  }
}

function distinctById(rows: CatalogSnapshot['variants']): CatalogSnapshot['variants'] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Tags of one id, own properties only, because merchants may choose an id such as `constructor`. */
const ownEntry = (record: Record<string, string[]>, id: string): string[] =>
  Object.hasOwn(record, id) ? record[id]! : [];
