import type { Schemas } from '../../api/client.js';

export type Mapping = Schemas['ColumnMapping'];
export type Format = NonNullable<Mapping['format']>;

/** One line of the editor: a column of the format, and what is taken for it. */
export interface MappedColumn {
  /** Of the line in the editor; it is not sent. */
  id: number;
  name: string;
  source: string;
}

export const toColumns = ({ columns }: Mapping): MappedColumn[] =>
  Object.entries(columns).map(([name, source], id) => ({ id, name, source }));

/** Lines without a name or a source say nothing and are left out. */
export const toMapping = (format: Format, columns: readonly MappedColumn[]): Mapping => ({
  format,
  columns: Object.fromEntries(
    columns
      .map(({ name, source }) => [name.trim(), source.trim()] as const)
      .filter(([name, source]) => name !== '' && source !== ''),
  ),
});

export const isSameMapping = (a: Mapping, b: Mapping): boolean =>
  (a.format ?? 'auto') === (b.format ?? 'auto') &&
  JSON.stringify(Object.entries(a.columns).sort()) === JSON.stringify(Object.entries(b.columns).sort());

/** Columns of the file that a mapping names and that the file does not have. A source is a column, or a text with `{column}` in it. */
export function findMissingColumns({ columns }: Mapping, fileColumns: readonly string[]): string[] {
  const known = new Set(fileColumns.map((name) => name.trim().toLowerCase()));
  const named = Object.values(columns).flatMap((source) => {
    const inText = [...source.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string);
    return inText.length > 0 ? inText : [source];
  });
  return [...new Set(named)].filter((name) => !known.has(name.trim().toLowerCase()));
}
