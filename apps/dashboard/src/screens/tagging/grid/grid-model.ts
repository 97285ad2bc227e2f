import { shadeName } from '@svc/domain';
import type { Schemas } from '../../../api/client.js';

type TagMatrix = Schemas['TagMatrix'];
export type TaggingOperation = Schemas['TaggingChange']['operations'][number] & { add: string[]; remove: string[] };

/** What a cell says. `LOCKED`: the catalog has the tag, or the product of a variant has it; tagging only adds. */
export type CellState = 'SET' | 'LOCKED' | 'MIXED' | 'EMPTY';

/** One undo step: bits that it flipped, by word. Flipping them again takes it back. */
interface Step {
  words: Int32Array;
  masks: Uint32Array;
}

const MAX_STEPS = 200;

/**
 * The tags of all rows as bits, one set of rows per column: those that the merchant added, as they were loaded and as they are now,
 * and those of the catalog. A product row comes before the rows of its variants. Changes are commands that can be taken back.
 */
export class GridModel {
  readonly rowCount: number;
  readonly ids: string[] = [];
  readonly names: string[] = [];
  readonly colors: (string | null)[] = [];
  /** Row of the product of a variant row; −1: the row is a product. */
  readonly productRow: Int32Array;
  /** Last row of the variants of a product row. */
  readonly lastVariant: Int32Array;
  readonly isAvailable: Uint8Array;
  readonly tags: string[];
  readonly settingsVersion: number;
  readonly #columns: Map<string, number>;
  readonly #rows = new Map<string, number>();
  /** Words of one column. */
  readonly #width: number;
  #added: Uint32Array;
  #stored: Uint32Array;
  #catalog: Uint32Array;
  #searchTexts: string[] | undefined;
  readonly #undo: Step[] = [];
  readonly #redo: Step[] = [];

  constructor({ products, variants, tags, settingsVersion }: TagMatrix) {
    const variantsOf: number[][] = products.id.map(() => []);
    for (const [index, product] of variants.product.entries()) variantsOf[product]?.push(index);
    this.rowCount = products.id.length + variants.id.length;
    this.productRow = new Int32Array(this.rowCount).fill(-1);
    this.lastVariant = new Int32Array(this.rowCount);
    this.isAvailable = new Uint8Array(this.rowCount).fill(1);
    this.settingsVersion = settingsVersion;
    this.tags = [...tags];
    this.#columns = new Map(tags.map((tag, column) => [tag, column]));
    this.#width = Math.ceil(this.rowCount / 32);
    this.#added = new Uint32Array(this.#width * tags.length);
    this.#catalog = new Uint32Array(this.#width * tags.length);
    const fill = (row: number, added: readonly number[] = [], catalog: readonly number[] = []) => {
      for (const column of added) this.#set(this.#added, row, column);
      for (const column of catalog) this.#set(this.#catalog, row, column);
    };
    for (const [product, id] of products.id.entries()) {
      const row = this.#addRow('product', id, products.name[product], null);
      fill(row, products.tags[product], products.catalogTags[product]);
      for (const variant of variantsOf[product] ?? []) {
        const own = this.#addRow(
          'variant',
          variants.id[variant] ?? '',
          variants.name[variant],
          variants.color[variant],
        );
        this.productRow[own] = row;
        this.isAvailable[own] = Number(variants.available[variant] === '1');
        fill(own, variants.tags[variant], variants.catalogTags[variant]);
      }
      this.lastVariant[row] = this.ids.length - 1;
    }
    this.#stored = this.#added.slice();
  }

  #addRow(kind: TaggingOperation['kind'], id: string, name = id, color: string | null = null): number {
    const row = this.ids.push(id) - 1;
    this.names.push(name);
    this.colors.push(color);
    this.#rows.set(`${kind} ${id}`, row);
    return row;
  }

  /** Name and id of each row in small letters, for searches. */
  get searchTexts(): readonly string[] {
    this.#searchTexts ??= this.ids.map((id, row) => `${this.names[row]}\n${id}`.toLowerCase());
    return this.#searchTexts;
  }

  /** A variant's name without its product's, which every row of the product would repeat. */
  getShortName(row: number): string {
    const variantName = this.names[row] ?? '';
    const productName = this.names[this.productRow[row] ?? -1];
    return (productName !== undefined && shadeName({ productName, variantName })) || variantName;
  }

  isProduct = (row: number): boolean => this.productRow[row] === -1;
  kindOf = (row: number): TaggingOperation['kind'] => (this.isProduct(row) ? 'product' : 'variant');
  findColumn = (tag: string): number | undefined => this.#columns.get(tag);
  findRow = (kind: TaggingOperation['kind'], id: string): number | undefined => this.#rows.get(`${kind} ${id}`);

  /** A column for a tag that no row has yet; the one of a tag that has one. */
  addColumn(tag: string): number {
    const found = this.#columns.get(tag);
    if (found !== undefined) return found;
    const column = this.tags.push(tag) - 1;
    this.#columns.set(tag, column);
    const grow = (bits: Uint32Array) => {
      const grown = new Uint32Array(this.#width * this.tags.length);
      grown.set(bits);
      return grown;
    };
    this.#added = grow(this.#added);
    this.#stored = grow(this.#stored);
    this.#catalog = grow(this.#catalog);
    return column;
  }

  #set(bits: Uint32Array, row: number, column: number): void {
    const word = column * this.#width + (row >> 5);
    bits[word] = (bits[word] ?? 0) | (1 << (row & 31));
  }

  #has = (bits: Uint32Array, row: number, column: number): boolean =>
    ((bits[column * this.#width + (row >> 5)] ?? 0) & (1 << (row & 31))) !== 0;

  isAdded = (row: number, column: number): boolean => this.#has(this.#added, row, column);
  isChanged = (row: number, column: number): boolean =>
    this.isAdded(row, column) !== this.#has(this.#stored, row, column);
  isInCatalog = (row: number, column: number): boolean => this.#has(this.#catalog, row, column);

  /** Whether a variant has a tag by its product: one of the catalog or one that the merchant added there. */
  isInherited(row: number, column: number): boolean {
    const product = this.productRow[row] ?? -1;
    return product >= 0 && (this.isInCatalog(product, column) || this.isAdded(product, column));
  }

  getState(row: number, column: number): CellState {
    if (this.isAdded(row, column)) return 'SET';
    if (this.isInCatalog(row, column) || this.isInherited(row, column)) return 'LOCKED';
    if (this.isProduct(row)) {
      for (let variant = row + 1; variant <= (this.lastVariant[row] ?? row); variant++) {
        if (this.isAdded(variant, column) || this.isInCatalog(variant, column)) return 'MIXED';
      }
    }
    return 'EMPTY';
  }

  /** Whether any cell of these can still be set: an empty or mixed one. */
  hasSettable = (cells: Iterable<readonly [number, number]>): boolean => {
    for (const [row, column] of cells) if (['EMPTY', 'MIXED'].includes(this.getState(row, column))) return true;
    return false;
  };

  /**
   * Sets or clears cells, as one undo step. Locked cells stay as they are.
   * @returns how many cells changed.
   */
  write(cells: Iterable<readonly [row: number, column: number, isSet: boolean]>): number {
    const flipped = new Map<number, number>();
    let count = 0;
    for (const [row, column, isSet] of cells) {
      if (!this.canWrite(row, column, isSet)) continue;
      const word = column * this.#width + (row >> 5);
      const mask = flipped.get(word) ?? 0;
      const bit = 1 << (row & 31);
      if ((mask & bit) !== 0) continue;
      flipped.set(word, mask | bit);
      count += 1;
    }
    if (count === 0) return 0;
    const step = { words: Int32Array.from(flipped.keys()), masks: Uint32Array.from(flipped.values()) };
    this.#flip(step);
    this.#undo.push(step);
    if (this.#undo.length > MAX_STEPS) this.#undo.shift();
    this.#redo.length = 0;
    return count;
  }

  /** Whether writing a cell would change it. */
  canWrite(row: number, column: number, isSet: boolean): boolean {
    const state = this.getState(row, column);
    return isSet ? state === 'EMPTY' || state === 'MIXED' : state === 'SET';
  }

  undo = (): boolean => this.#move(this.#undo, this.#redo);
  redo = (): boolean => this.#move(this.#redo, this.#undo);
  get canUndo(): boolean {
    return this.#undo.length > 0;
  }
  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  #move(from: Step[], to: Step[]): boolean {
    const step = from.pop();
    if (!step) return false;
    this.#flip(step);
    to.push(step);
    return true;
  }

  #flip({ words, masks }: Step): void {
    for (const [index, word] of words.entries()) {
      const mask = masks[index] ?? 0;
      this.#added[word] = (this.#added[word] ?? 0) ^ mask;
    }
  }

  /** For each row, whether it has a change that is not saved. */
  listChangedRows = (): Uint8Array =>
    this.#listRows(this.tags.keys(), (word) => (this.#added[word] ?? 0) ^ (this.#stored[word] ?? 0));

  /** For each row, whether it has one of the tags: from here, the catalog or its product. */
  listTaggedRows(columns: Iterable<number>): Uint8Array {
    const rows = this.#listRows(columns, (word) => (this.#added[word] ?? 0) | (this.#catalog[word] ?? 0));
    for (let row = 0; row < this.rowCount; row++) {
      const product = this.productRow[row] ?? -1;
      if (product >= 0 && rows[product] === 1) rows[row] = 1;
    }
    return rows;
  }

  /** For each row, whether it has the same of the tags as a row: from here, the catalog or its product. Without a row, none has. */
  listSameRows(pattern: number | undefined, columns: Iterable<number>): Uint8Array {
    const rows = new Uint8Array(this.rowCount);
    if (pattern === undefined) return rows;
    rows.fill(1);
    const has = (row: number, column: number) =>
      this.isAdded(row, column) || this.isInCatalog(row, column) || this.isInherited(row, column);
    for (const column of columns) {
      const isWanted = has(pattern, column);
      for (let row = 0; row < this.rowCount; row++) if (has(row, column) !== isWanted) rows[row] = 0;
    }
    return rows;
  }

  /** Rows with a bit in one of the columns, 32 rows at a time. */
  #listRows(columns: Iterable<number>, read: (word: number) => number): Uint8Array {
    const words = new Uint32Array(this.#width);
    for (const column of columns) {
      for (let at = 0; at < this.#width; at++) words[at] = (words[at] ?? 0) | read(column * this.#width + at);
    }
    return Uint8Array.from({ length: this.rowCount }, (_, row) => ((words[row >> 5] ?? 0) >>> (row & 31)) & 1);
  }

  /** What differs from what was loaded, one operation for each row. */
  listOperations(): TaggingOperation[] {
    const found = new Map<number, { add: string[]; remove: string[] }>();
    for (let word = 0; word < this.#added.length; word++) {
      const mask = (this.#added[word] ?? 0) ^ (this.#stored[word] ?? 0);
      if (mask === 0) continue;
      const column = Math.floor(word / this.#width);
      for (let bit = 0; bit < 32; bit++) {
        if ((mask & (1 << bit)) === 0) continue;
        const row = (word % this.#width) * 32 + bit;
        const change = found.get(row) ?? { add: [], remove: [] };
        found.set(row, change);
        change[this.isAdded(row, column) ? 'add' : 'remove'].push(this.tags[column] ?? '');
      }
    }
    return [...found]
      .sort(([a], [b]) => a - b)
      .map(([row, change]) => ({ kind: this.kindOf(row), id: this.ids[row] ?? '', ...change }));
  }

  /**
   * Brings unsaved operations of an earlier visit back, as one undo step. Those that have been done meanwhile have no effect.
   * @returns operations on rows that are not shown; they stay unsaved.
   */
  restore(operations: readonly TaggingOperation[]): TaggingOperation[] {
    const hidden: TaggingOperation[] = [];
    const cells: [number, number, boolean][] = [];
    for (const operation of operations) {
      const row = this.findRow(operation.kind, operation.id);
      if (row === undefined) {
        hidden.push(operation);
        continue;
      }
      for (const tag of operation.add) cells.push([row, this.addColumn(tag), true]);
      for (const tag of operation.remove) {
        const column = this.findColumn(tag);
        if (column !== undefined) cells.push([row, column, false]);
      }
    }
    this.write(cells);
    return hidden;
  }
}
