import { describe, expect, it } from 'vitest';
import { GridModel } from '../grid/grid-model.js';
import { listRefusedRows, type PasteTarget, planPaste } from './plan-paste.js';
import { readTable } from './read-table.js';

const createModel = () =>
  new GridModel({
    settingsVersion: 1,
    catalogVersion: 1,
    tags: ['finish:dewy', 'finish:matte', 'skin:dry'],
    tagTotal: 3,
    namespaces: { name: ['finish', 'skin'], tags: [2, 1] },
    products: { id: ['P1'], name: ['Velvet'], image: [null], tags: [[]], catalogTags: [[]] },
    variants: {
      id: ['V1', 'V2', 'V3'],
      product: [0, 0, 0],
      name: ['Ivory', 'Sand', 'Rose'],
      color: [null, null, null],
      available: '111',
      tags: [[1], [], []],
      catalogTags: [[], [2], []],
    },
    variantTotal: 3,
  });
const target = (from: [number, number] = [0, 0], to = from): PasteTarget => ({
  rows: [0, 1, 2, 3],
  columns: [0, 1, 2],
  from: { row: from[0], column: from[1] },
  to: { row: to[0], column: to[1] },
});
const plan = (text: string, at = target()) => planPaste(createModel(), readTable(text), at);

describe('a paste (docs/dashboard.md Y17.4)', () => {
  it('with ids and tags is placed by them, in any order, and names what it does not find', () => {
    const found = plan(
      'id\tskin:dry\tname\tmatte\nV3\tx\tRose\tja\nV9\tx\t\tx\nV1\t\tIvory\t0\nV2\t-\tSand\tmaybe\nP1\ttrue\t\t\n',
    );
    expect(found).toMatchObject({ kind: 'KEYED', set: 3, cleared: 1, unchanged: 2, locked: 1 });
    expect(found.cells).toEqual([
      [3, 2, true],
      [3, 1, true],
      [1, 1, false],
      [0, 2, true],
    ]);
    expect(found.refused).toEqual([
      { reason: 'COLUMN', row: 1, column: 3, text: 'name' },
      { reason: 'ROW', row: 3, column: 1, text: 'V9' },
      { reason: 'VALUE', row: 5, column: 4, text: 'maybe' },
    ]);
  });

  it('without them is placed from the active cell on, and what does not fit is refused', () => {
    const found = plan('x\tx\nx\tx\n', target([3, 2]));
    expect(found).toMatchObject({ kind: 'PLACED', set: 1, cells: [[3, 2, true]] });
    expect(found.refused.map(({ reason, row, column }) => [reason, row, column])).toEqual([
      ['OUTSIDE', 1, 2],
      ['OUTSIDE', 2, 1],
      ['OUTSIDE', 2, 2],
    ]);
  });

  it('of one cell fills the selection, and of a block repeats it in a multiple of it', () => {
    expect(plan('x', target([1, 0], [3, 1]))).toMatchObject({ set: 5, unchanged: 1 });
    expect(plan('x\n0\n', target([0, 0], [3, 0])).cells).toEqual([
      [0, 0, true],
      [2, 0, true],
    ]);
    expect(plan('x\nx\n', target([0, 0], [2, 0])).cells).toEqual([
      [0, 0, true],
      [1, 0, true],
    ]);
  });

  it('writes nothing by itself', () => {
    const model = createModel();
    planPaste(model, [['x']], target([0, 0], [3, 2]));
    expect([model.listOperations(), model.canUndo]).toEqual([[], false]);
  });

  it('keeps the rows of which something is refused, with their headings', () => {
    const keyed = readTable('id\tmatte\nV9\tx\nV1\tx\nV2\tmaybe');
    expect(listRefusedRows(keyed, planPaste(createModel(), keyed, target()))).toEqual([
      ['id', 'matte'],
      ['V9', 'x'],
      ['V2', 'maybe'],
    ]);
    const placed = readTable('x\tx\nperhaps\tx');
    expect(listRefusedRows(placed, planPaste(createModel(), placed, target()))).toEqual([['perhaps', 'x']]);
  });
});
