import type { ColumnMapping } from './column-mapping.js';

/** One thing to change about a mapping; `path` is a JSON pointer. */
export interface MappingProblem {
  path: string;
  message: string;
}

const MAX_COLUMNS = 100;
const MAX_SOURCE_LENGTH = 500;

/**
 * What is wrong with a column mapping; empty: nothing. Whether the columns of the file exist is seen when one is read.
 * @param isColumn - whether the format has such a column.
 */
export function mappingProblems({ columns }: ColumnMapping, isColumn: (name: string) => boolean): MappingProblem[] {
  const problems: MappingProblem[] = [];
  const entries = Object.entries(columns);
  if (entries.length === 0) problems.push({ path: '/columns', message: 'Map at least one column.' });
  if (entries.length > MAX_COLUMNS) problems.push({ path: '/columns', message: `Map at most ${MAX_COLUMNS} columns.` });
  const seen = new Set<string>();
  for (const [target, source] of entries) {
    const path = `/columns/${target.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!isColumn(target)) problems.push({ path, message: `The format has no column ${JSON.stringify(target)}.` });
    if (seen.has(target.toLowerCase())) problems.push({ path, message: 'The column is mapped twice.' });
    seen.add(target.toLowerCase());
    if (source.trim() === '' || source.length > MAX_SOURCE_LENGTH || source.includes('\0')) {
      problems.push({
        path,
        message: `Name a column of the file, or write a text with {column} in it, in 1 to ${MAX_SOURCE_LENGTH} characters.`,
      });
    }
  }
  return problems;
}
