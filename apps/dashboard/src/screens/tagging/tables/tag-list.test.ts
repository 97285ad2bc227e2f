import { describe, expect, it } from 'vitest';
import { decode, findDelimiter, readRows } from '../../../shared/csv/read-csv.js';
import { writeCsv } from '../../../shared/csv/write-csv.js';
import { GridModel } from '../grid/grid-model.js';
import { planPaste } from './plan-paste.js';
import { writeTagList } from './tag-list.js';

const createModel = () =>
  new GridModel({
    settingsVersion: 1,
    catalogVersion: 1,
    tags: ['finish:dewy', 'finish:matte', 'note:a;b', 'skin:dry'],
    tagTotal: 4,
    namespaces: { name: ['finish', 'note', 'skin'], tags: [2, 1, 1] },
    products: { id: ['P1'], name: ['=Velvet'], image: [null], tags: [[3]], catalogTags: [[]] },
    variants: {
      id: ['V1', '-2', 'P1'],
      product: [0, 0, 0],
      name: ['Ivory', 'Sand', 'Rose'],
      color: [null, null, null],
      available: '111',
      tags: [[0, 1, 2], [], []],
      catalogTags: [[], [1], []],
    },
    variantTotal: 3,
  });
const ALL = [0, 1, 2, 3];
const target = { rows: ALL, columns: [0, 1, 2, 3], from: { row: 0, column: 0 }, to: { row: 0, column: 0 } };
const plan = (model: GridModel, table: string[][]) => planPaste(model, table, target);
/** The list as a spreadsheet gives it back, after changing the cell of tags of some rows. */
function edit(model: GridModel, changes: Record<number, string>): string[][] {
  const { text } = decode(new TextEncoder().encode(writeCsv(writeTagList(model, ALL))));
  const table = readRows(text, { delimiter: findDelimiter(text), isWhole: true, maxRows: 100 });
  for (const [row, tags] of Object.entries(changes)) (table[Number(row)] ?? [])[4] = tags;
  return table;
}

describe('the list of tags (docs/dashboard.md Y80)', () => {
  it('has a row for each product and variant that is shown, with what it had in `was` (Y80.1)', () => {
    expect(writeTagList(createModel(), ALL)).toEqual([
      ['kind', 'id', 'product', 'name', 'tags', 'was', 'catalog'],
      ['product', 'P1', '', '=Velvet', 'skin:dry', 'skin:dry', ''],
      ['variant', 'V1', 'P1', 'Ivory', 'finish:dewy; finish:matte', 'finish:dewy; finish:matte', ''],
      ['variant', '-2', 'P1', 'Sand', '', '', 'finish:matte'],
      ['variant', 'P1', 'P1', 'Rose', '', '', ''],
    ]);
    expect(writeTagList(createModel(), [2]).map(([, id]) => id)).toEqual(['id', '-2']);
  });

  it('is read in any order of rows and columns, with any delimiter (Y80.2)', () => {
    const model = createModel();
    const lines = [
      ['was', 'name', 'tags', 'id', 'kind'],
      ['', 'Rose', 'finish:matte', 'P1', 'variant'],
      ['finish:dewy; finish:matte', 'Ivory', 'finish:matte', 'V1', 'variant'],
    ];
    for (const delimiter of [',', ';', '\t']) {
      const text = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n');
      const table = readRows(text, { delimiter: findDelimiter(text), isWhole: true, maxRows: 100 });
      const found = plan(model, table);
      expect(found.cells.toSorted()).toEqual([
        [1, 0, false],
        [3, 1, true],
      ]);
      // The column with the name is not read, which is no loss.
      expect(found.refused).toEqual([]);
    }
  });

  it('changes nothing when it comes back as it was', () => {
    const model = createModel();
    expect(plan(model, edit(model, {}))).toMatchObject({ kind: 'LIST', cells: [], refused: [], unchanged: 3 });
  });

  it('sets and clears what was edited, also of a variant with the id of its product and of an id like a formula', () => {
    const model = createModel();
    const edited = edit(model, { 1: '', 2: ' Finish:dewy;', 3: 'skin:dry;finish:dewy', 4: 'finish:matte' });
    expect(plan(model, edited).cells).toEqual([
      [0, 3, false],
      [1, 1, false],
      [2, 0, true],
      [3, 1, true],
    ]);
  });

  it('refuses what has changed since it was written, and nothing else of the row (Y80.3)', () => {
    const model = createModel();
    const table = edit(model, { 2: 'finish:matte; skin:dry' });
    model.write([
      [0, 3, false],
      [1, 1, false],
    ]);
    const found = plan(model, table);
    expect(found.refused.map(({ reason, row, text }) => [reason, row, text])).toEqual([
      ['CHANGED', 2, 'skin:dry'],
      ['CHANGED', 3, 'finish:matte'],
    ]);
    expect(found.cells).toEqual([
      [1, 0, false],
      [1, 3, true],
    ]);
  });

  it('without `was` says what a row has, and leaves tags that it has no place for', () => {
    const model = createModel();
    expect(plan(model, [['id', 'tags'], ['V1', 'finish:dewy'], []]).cells).toEqual([[1, 1, false]]);
  });

  it('names foreign, repeated and rounded ids, foreign tags, and columns that it does not read (Y80.3)', () => {
    const { refused, cells } = plan(createModel(), [
      ['id', 'tags', 'price', 'tags'],
      ['V9', 'finish:dewy', '3', ''],
      ['V1', 'finish:dewy; finish:matte; finish:dwey', '3', ''],
      ['V1', '', '3', ''],
      ['4,12346E+13', 'finish:dewy', '3', ''],
    ]);
    expect(cells).toEqual([]);
    expect(refused).toEqual([
      { reason: 'UNUSED', row: 1, column: 3, text: 'price' },
      { reason: 'UNUSED', row: 1, column: 4, text: 'tags' },
      { reason: 'ROW', row: 2, column: 1, text: 'V9' },
      { reason: 'TWICE', row: 4, column: 1, text: 'V1' },
      { reason: 'ROUNDED', row: 5, column: 1, text: '4,12346E+13' },
      { reason: 'TAG', row: 3, column: 2, text: 'finish:dwey' },
    ]);
  });

  it('of cells names a repeated id and tag as well', () => {
    const found = plan(createModel(), [
      ['id', 'skin:dry', 'skin:dry'],
      ['V1', 'x', ''],
      ['V1', '0', ''],
    ]);
    expect(found).toMatchObject({ kind: 'KEYED', unchanged: 1 });
    expect(found.refused.map(({ reason, row, column }) => [reason, row, column])).toEqual([
      ['TWICE', 1, 3],
      ['TWICE', 3, 1],
    ]);
  });
});
