import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ImportFailure } from '../domain/import-failure.js';
import { CsvScanner } from './csv-scanner.js';

interface Scanned {
  fields: string[];
  line: number;
}

/** Scans a text that arrives in pieces of the given length. */
function scan(text: string, { delimiter = ';', pieceLength = text.length || 1, maxRecordBytes = 64 * 1024 } = {}) {
  const records: Scanned[] = [];
  const faults: number[] = [];
  const scanner = new CsvScanner({
    delimiter,
    maxColumns: 300,
    maxRecordBytes,
    onRecord: ({ fields, line, faultyColumn }) => {
      records.push({ fields: [...fields], line });
      if (faultyColumn >= 0) faults.push(line);
    },
  });
  for (let at = 0; at < text.length; at += pieceLength) scanner.push(text.slice(at, at + pieceLength));
  scanner.end();
  return { records, faults, rows: records.map(({ fields }) => fields) };
}

describe('CsvScanner (docs/catalog.md "The native CSV file": RFC 4180 quoting)', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'B', ' ', '"', ';', ',', '\t', '|', '\n', '\r\n', '\\', 'ä', '😀'),
  });
  const table = fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 6 }))
    .chain(([width, height]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
    );
  const hasText = (row: string[]) => row.some((value) => value !== '');

  it('reads back every table that is written with quotes where they are needed, however it is split', () => {
    const property = fc.property(
      table,
      fc.constantFrom(';', ',', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (rows, delimiter, lineBreak, pieceLength, isEnded) => {
        const written = rows.map((row) => row.map((value) => quoteIfNeeded(value, delimiter)).join(delimiter));
        const text = written.join(lineBreak) + (isEnded ? lineBreak : '');
        expect(scan(text, { delimiter, pieceLength }).rows).toEqual(rows.filter(hasText));
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('agrees with csv-parse on random tables, in fields and in lines', () => {
    const property = fc.property(
      table,
      fc.constantFrom(';', ','),
      fc.integer({ min: 1, max: 40 }),
      (rows, delimiter, pieceLength) => {
        const text = rows.map((row) => row.map((value) => quoteIfNeeded(value, delimiter)).join(delimiter)).join('\n');
        const oracle: string[][] = parse(text, {
          delimiter,
          skip_records_with_empty_values: true,
          record_delimiter: '\n',
        });
        // csv-parse trims nothing, yet calls a record of white space empty.
        const notBlank = (row: string[]) => row.some((value) => value.trim() !== '');
        expect(scan(text, { delimiter, pieceLength }).rows.filter(notBlank)).toEqual(oracle.filter(notBlank));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('gives the physical line on which a row starts, counting line breaks inside quotes and blank lines', () => {
    const text = 'id;name\n1;"two\r\nlines"\n\n2;x\r\n"3";"a\rb\n\nc"\r4;y\n';
    expect(scan(text).records.map(({ line }) => line)).toEqual([1, 2, 5, 6, 10]);
    expect(scan(text, { pieceLength: 1 }).records).toEqual(scan(text).records);
  });

  it('keeps a quote inside an unquoted field and reports text behind a closing one', () => {
    expect(scan('a;5" pipe;b').rows).toEqual([['a', '5" pipe', 'b']]);
    const { records, faults } = scan('ok;1\n"a"b;2\nok;3\n');
    expect(faults).toEqual([2]);
    expect(records).toHaveLength(3);
  });

  it('refuses a quote that is never closed, naming its line, instead of swallowing the rest', () => {
    expect(() => scan('a;b\n1;"open\n2;x\n')).toThrow(/row of line 2 is never closed/);
  });

  it('refuses a record over the limit before it is complete, so memory stays bounded (docs/reliability.md R5.3, R0.15)', () => {
    const scanner = new CsvScanner({ delimiter: ';', maxColumns: 9, maxRecordBytes: 64 * 1024, onRecord: () => {} });
    scanner.push('id;name\n1;"');
    let pushed = 0;
    const flood = () => {
      for (; pushed < 100; pushed++) scanner.push('x'.repeat(1024));
    };
    expect(flood).toThrow(ImportFailure);
    expect(pushed).toBeLessThan(66);
    expect(() => scan(`1;${'x'.repeat(65_533)}\n`)).not.toThrow();
    expect(() => scan(`1;${'ä'.repeat(32_768)}\n`)).toThrow(/line 1 is longer than 64 KiB/);
  });
});

function quoteIfNeeded(value: string, delimiter: string): string {
  return /["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value;
}
