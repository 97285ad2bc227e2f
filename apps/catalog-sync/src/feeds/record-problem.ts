import type { RejectedRow } from '../domain/import-report.js';
import type { CsvRecord } from './csv-scanner.js';

/** Why a record cannot be read as a row of a table; undefined when it can. @param names - of the columns. */
export function recordProblem(record: CsvRecord, names: readonly string[]): RejectedRow | undefined {
  const { line } = record;
  if (record.faultyColumn >= 0) {
    const reason = 'Text follows the closing quote; double a quote that belongs to the text.';
    return { line, column: names[record.faultyColumn] ?? '', reason };
  }
  if (record.width !== names.length) {
    const reason = `The row has ${record.width} columns, the header has ${names.length}; quote a text that holds the delimiter or a line break.`;
    return { line, column: '', reason };
  }
  if (record.plain) return undefined;
  const column = record.fields.findIndex((field) => field.includes('\0'));
  if (column < 0) return undefined;
  return { line, column: names[column] ?? '', reason: 'The text holds a NUL character; remove it.' };
}
