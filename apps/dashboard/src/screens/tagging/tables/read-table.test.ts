import { array, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable, writeTable } from './read-table.js';

describe('a table from the clipboard', () => {
  it.each([
    [
      'Excel for Windows',
      'id\tmatte\r\nV1\tx\r\nV2\t\r\n',
      [
        ['id', 'matte'],
        ['V1', 'x'],
        ['V2', ''],
      ],
    ],
    ['Excel, a cell with a line break and quotes', '"Ivory\n""light"""\tx\r\n', [['Ivory\n"light"', 'x']]],
    [
      'Google Sheets, which ends without a line break',
      'id\tmatte\nV1\tTRUE\nV2\tFALSE',
      [
        ['id', 'matte'],
        ['V1', 'TRUE'],
        ['V2', 'FALSE'],
      ],
    ],
    [
      'Numbers',
      'id\tmatte\nV1\t✓\nV2\t',
      [
        ['id', 'matte'],
        ['V1', '✓'],
        ['V2', ''],
      ],
    ],
    [
      'LibreOffice Calc, with a byte order mark',
      '\ufeffid\tmatte\nV1\t1\n',
      [
        ['id', 'matte'],
        ['V1', '1'],
      ],
    ],
    [
      'old Excel for Mac',
      'id\tmatte\rV1\tx\r',
      [
        ['id', 'matte'],
        ['V1', 'x'],
      ],
    ],
    ['an inch sign at the beginning of a cell', '" wide\tx\n', [['" wide', 'x']]],
    ['an empty row in between', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['one cell', 'x', [['x']]],
    ['nothing', '', []],
  ])('of %s', (_, text, rows) => {
    expect(readTable(text)).toEqual(rows);
  });

  it('is read as it was written, whatever the cells contain', () => {
    assert(
      property(array(array(string(), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const plain = rows.map((row) => row.map((cell) => cell.replace(/^\ufeff/, '')));
        expect(readTable(`${writeTable(plain)}\n`)).toEqual(plain);
      }),
    );
  });
});
