import type { ColumnMapping } from '../domain/column-mapping.js';
import { ImportFailure } from '../domain/import-failure.js';
import { quoted } from '../domain/import-report.js';
import { FeedHeader } from './feed-header.js';

/** A file under the names that its mapping gives: the header that formats see, and each row's cells for it. */
export interface MappedColumns {
  header: FeedHeader;
  cells(fields: readonly string[]): readonly string[];
}

/**
 * Adds the mapped columns behind those of the file. A column of the file with a mapped name is hidden by it.
 * @throws ImportFailure when the mapping names a column that the file does not have.
 */
export function mapColumns(file: FeedHeader, mapping: ColumnMapping | undefined): MappedColumns {
  const entries = Object.entries(mapping?.columns ?? {});
  if (entries.length === 0) return { header: file, cells: (fields) => fields };
  const targets = new Set(entries.map(([target]) => target.toLowerCase()));
  const sources = entries.map(([, source]) => parseSource(file, source));
  const { names } = file;
  const header = new FeedHeader(
    [...names.map((name) => (targets.has(name.toLowerCase()) ? '' : name)), ...entries.map(([target]) => target)],
    new Set(sources.flatMap(({ columns }) => columns)),
  );
  return {
    header,
    cells: (fields) => [...fields, ...sources.map(({ write }) => write(fields))],
  };
}

/** Where a mapped column comes from: places in the file, and what they become. */
interface Source {
  columns: number[];
  write(fields: readonly string[]): string;
}

/** A column of the file, or a text with `{column}` in it; a text is empty when all of its columns are. */
function parseSource(file: FeedHeader, source: string): Source {
  const whole = file.find(source);
  if (whole >= 0) return { columns: [whole], write: (fields) => fields[whole] ?? '' };
  if (!source.includes('{')) throw unknownColumn(source);
  const parts = source.split(/\{([^{}]*)\}/).map((part, place) => {
    if (place % 2 === 0) return part;
    const index = file.find(part.trim());
    if (index < 0) throw unknownColumn(part);
    return index;
  });
  const columns = parts.filter((part) => typeof part === 'number');
  const write = (fields: readonly string[]) => {
    const values = parts.map((part) => (typeof part === 'string' ? part : (fields[part] ?? '').trim()));
    const isEmpty = parts.every((part, place) => typeof part === 'string' || values[place] === '');
    return isEmpty ? '' : values.join('');
  };
  return { columns, write };
}

function unknownColumn(name: string): ImportFailure {
  return new ImportFailure(
    `The column mapping names ${quoted(name)}, which the header does not have; correct the mapping or the file.`,
    'MAPPING_COLUMN_MISSING',
    { column: name },
  );
}
