import { readCsvCell } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { decode, findDelimiter, readRows } from './read-csv.js';
import { writeCsv } from './write-csv.js';

const read = (text: string) => {
  const { text: plain } = decode(new TextEncoder().encode(text));
  return readRows(plain, { delimiter: findDelimiter(plain), isWhole: true, maxRows: 100 });
};

describe('a table as CSV', () => {
  it('is read as it was written, with quotes, delimiters, line breaks and a byte order mark', () => {
    const table = [
      ['id', 'name'],
      ['V1', 'He said "yes", and\nleft; ÄÖ'],
      ['V2', ''],
    ];
    expect(writeCsv(table).startsWith('\ufeff')).toBe(true);
    expect(read(writeCsv(table))).toEqual(table);
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx'])(
    'has no formula in the cell %j, which is read back (docs/dashboard.md Y80.1)',
    (text) => {
      const [[cell = ''] = []] = read(writeCsv([[text, '']]));
      expect(cell).toBe(`'${text}`);
      expect(readCsvCell(cell)).toBe(text);
    },
  );

  it('keeps a quote that no formula follows', () => {
    expect(readCsvCell("'tis")).toBe("'tis");
  });
});
