import { array, assert, boolean, constantFrom, integer, oneof, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridModel } from './grid-model.js';

const TAGS = ['a:1', 'a:2', 'b:1'];
const matrix = (variants = 40) => ({
  settingsVersion: 1,
  catalogVersion: 1,
  tags: TAGS,
  tagTotal: 3,
  namespaces: { name: ['a', 'b'], tags: [2, 1] },
  products: {
    id: ['P0', 'P1'],
    name: ['Velvet', 'Silk'],
    image: [null, null],
    tags: [[0], []],
    catalogTags: [[], [2]],
  },
  variants: {
    id: Array.from({ length: variants }, (_, index) => `V${index}`),
    product: Array.from({ length: variants }, (_, index) => index % 2),
    name: Array.from({ length: variants }, (_, index) => `Shade ${index}`),
    color: Array.from({ length: variants }, () => null),
    available: '1'.repeat(variants),
    tags: Array.from({ length: variants }, (_, index) => (index % 3 === 0 ? [1] : [])),
    catalogTags: Array.from({ length: variants }, (_, index) => (index % 5 === 0 ? [0] : [])),
  },
  variantTotal: variants,
});

const read = (model: GridModel) =>
  Array.from({ length: model.rowCount }, (_, row) => model.tags.map((_, column) => model.getState(row, column)));
const cells = array(tuple(integer({ min: 0, max: 41 }), integer({ min: 0, max: 2 }), boolean()), { maxLength: 30 });

describe('the name of a row', () => {
  it.each([
    ['Velvet – 10C Rose', '10C Rose'],
    ['Velvet', 'Velvet'],
    ['Rose', 'Rose'],
  ])('of a variant %j of the product "Velvet" is %j', (name, shown) => {
    const one = matrix(1);
    const model = new GridModel({ ...one, variants: { ...one.variants, name: [name] } });
    expect([model.getShortName(0), model.getShortName(1)]).toEqual(['Velvet', shown]);
  });
});

/** The slow and obvious twin: a Map of sets, and a copy of it before each command. */
class SlowGrid {
  added = new Map<string, Set<string>>();
  past: Map<string, Set<string>>[] = [];
  future: Map<string, Set<string>>[] = [];
  constructor(readonly model: GridModel) {
    for (let row = 0; row < model.rowCount; row++)
      this.added.set(this.key(row), new Set(TAGS.filter((_, column) => model.isAdded(row, column))));
  }
  key = (row: number) => `${this.model.kindOf(row)} ${this.model.ids[row]}`;
  copy = () => new Map([...this.added].map(([key, set]) => [key, new Set(set)]));
  has = (row: number, column: number) => this.added.get(this.key(row))?.has(TAGS[column] as string) === true;
  isLocked(row: number, column: number): boolean {
    const product = this.model.productRow[row] as number;
    if (this.model.isInCatalog(row, column)) return true;
    return product >= 0 && (this.model.isInCatalog(product, column) || this.has(product, column));
  }
  write(given: readonly (readonly [number, number, boolean])[]): void {
    const before = this.copy();
    const done = new Set<string>();
    const wanted = given.filter(([row, column, isSet]) =>
      isSet ? !this.has(row, column) && !this.isLocked(row, column) : this.has(row, column),
    );
    for (const [row, column, isSet] of wanted) {
      if (done.has(`${row} ${column}`)) continue;
      done.add(`${row} ${column}`);
      if (isSet) this.added.get(this.key(row))?.add(TAGS[column] as string);
      else this.added.get(this.key(row))?.delete(TAGS[column] as string);
    }
    if (done.size === 0) return;
    this.past.push(before);
    this.future = [];
  }
  undo(): void {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.copy());
    this.added = before;
  }
  redo(): void {
    const next = this.future.pop();
    if (!next) return;
    this.past.push(this.copy());
    this.added = next;
  }
}

const command = oneof(
  record({ kind: constantFrom('write' as const), cells }),
  record({ kind: constantFrom('undo' as const) }),
  record({ kind: constantFrom('redo' as const) }),
);

describe('the grid of tags (docs/dashboard.md Y17)', () => {
  it('has the cells of the slow twin after any commands', () => {
    assert(
      property(array(command, { maxLength: 20 }), (commands) => {
        const model = new GridModel(matrix());
        const slow = new SlowGrid(model);
        for (const each of commands) {
          if (each.kind === 'write') {
            model.write(each.cells);
            slow.write(each.cells);
          } else {
            model[each.kind]();
            slow[each.kind]();
          }
          for (let row = 0; row < model.rowCount; row++)
            for (let column = 0; column < 3; column++) expect(model.isAdded(row, column)).toBe(slow.has(row, column));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('doing and taking back is the identity, and doing again is what was done', () => {
    assert(
      property(array(cells, { minLength: 1, maxLength: 8 }), (commands) => {
        const model = new GridModel(matrix());
        const before = read(model);
        const done = commands.filter((each) => model.write(each) > 0).length;
        const after = read(model);
        for (let step = 0; step < done; step++) expect(model.undo()).toBe(true);
        expect(read(model)).toEqual(before);
        expect(model.listOperations()).toEqual([]);
        for (let step = 0; step < done; step++) expect(model.redo()).toBe(true);
        expect(read(model)).toEqual(after);
      }),
      { numRuns: 60 },
    );
  });

  it('operations of one visit, restored in the next, give the same cells and the same operations', () => {
    assert(
      property(array(cells, { maxLength: 5 }), (commands) => {
        const model = new GridModel(matrix());
        for (const each of commands) model.write(each);
        const operations = model.listOperations();
        const next = new GridModel(matrix());
        expect(next.restore(operations)).toEqual([]);
        // Setting a product's tag locks its variants, so a variant's own one may have no effect any more.
        expect(next.listOperations().length).toBeLessThanOrEqual(operations.length);
        for (const operation of next.listOperations())
          expect(operations).toContainEqual(expect.objectContaining({ id: operation.id }));
      }),
      { numRuns: 60 },
    );
  });

  it('locks what the catalog or the product has, and shows a product whose variants have a tag as mixed (Y17.1, Y26.2)', () => {
    const model = new GridModel(matrix(4));
    const row = (id: string) => model.findRow('variant', id) as number;
    const product = model.findRow('product', 'P1') as number;
    expect(model.getState(row('V0'), 0)).toBe('LOCKED');
    expect(model.getState(row('V1'), 2)).toBe('LOCKED');
    expect(model.getState(product, 1)).toBe('MIXED');
    expect(
      model.write([
        [row('V1'), 2, true],
        [row('V1'), 2, false],
      ]),
    ).toBe(0);
    expect(model.write([[product, 1, true]])).toBe(1);
    expect(model.getState(row('V1'), 1)).toBe('LOCKED');
    expect(model.listOperations()).toEqual([{ kind: 'product', id: 'P1', add: ['a:2'], remove: [] }]);
  });

  it('a new column is empty, and operations on rows that are not shown are kept', () => {
    const model = new GridModel(matrix(4));
    expect(model.addColumn('new:tag')).toBe(3);
    expect(model.getState(0, 3)).toBe('EMPTY');
    const hidden = { kind: 'variant' as const, id: 'gone', add: ['a:1'], remove: [] };
    const shown = { kind: 'variant' as const, id: 'V2', add: ['new:tag'], remove: [] };
    expect(model.restore([hidden, shown])).toEqual([hidden]);
    expect(model.listOperations()).toEqual([shown]);
  });
});
