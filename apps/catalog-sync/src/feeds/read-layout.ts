import type { Feed } from '@svc/domain';
import type { ColumnMapping } from '../domain/column-mapping.js';
import { ImportFailure } from '../domain/import-failure.js';
import { IMPORT_LIMITS } from '../domain/import-limits.js';
import type { FeedLayout } from './catalog-feed.js';
import { mapColumns } from './column-mapping.js';
import { FeedHeader } from './feed-header.js';
import { FeedTable } from './feed-table.js';
import { chooseFormat, isFeedColumn } from './formats/choose-format.js';
import type { Inheritance, Parents } from './formats/format.js';

/** Opens the text of a file from its beginning, as often as it is wanted. */
export type OpenText = () => AsyncIterable<string>;

/**
 * Finds out how a file is to be read: its format from the header, and the rows of products that others take texts over from.
 * Reads the file's beginning, or, when rows inherit, all of it twice: products may stand behind their variants.
 * @throws ImportFailure
 */
export async function readLayout(
  open: OpenText,
  wanted: { format: Feed['format']; mapping: ColumnMapping | undefined },
): Promise<FeedLayout> {
  const { mapping } = wanted;
  const header = await readHeader(open);
  const mapped = mapColumns(header, mapping);
  const format = chooseFormat(mapped.header, wanted.format === 'auto' ? (mapping?.format ?? 'auto') : wanted.format);
  const inheritance = format.inheritance?.(mapped.header);
  const parents = inheritance
    ? await readParents(open, inheritance, mapped.cells)
    : new Map<string, readonly string[]>();
  return { header, mapping, format, parents };
}

async function readHeader(open: OpenText): Promise<FeedHeader> {
  let names: readonly string[] | undefined;
  const table = new FeedTable({
    isKnown: isFeedColumn,
    onRow: () => {},
    onHeader: ({ fields, width }) => {
      if (width > IMPORT_LIMITS.maxColumns) {
        throw new ImportFailure(
          `The header has ${width} columns; ${IMPORT_LIMITS.maxColumns} are allowed.`,
          'TOO_MANY_COLUMNS',
          {
            ...{ count: width, max: IMPORT_LIMITS.maxColumns },
          },
        );
      }
      names = [...fields];
    },
  });
  for await (const text of open()) {
    table.push(text);
    if (names) break;
  }
  if (!names) table.end();
  return new FeedHeader(names ?? []);
}

async function readParents(
  open: OpenText,
  { getKeys, getParentKey }: Inheritance,
  cells: (fields: readonly string[]) => readonly string[],
): Promise<Parents> {
  const wanted = new Set<string>();
  await eachRow(open, (fields) => {
    const parent = getParentKey(cells(fields));
    if (parent !== undefined && parent !== '') wanted.add(copied(parent));
  });
  const parents = new Map<string, readonly string[]>();
  await eachRow(open, (fields) => {
    const row = cells(fields);
    const keys = getKeys(row).filter((key) => wanted.has(key) && !parents.has(key));
    if (keys.length === 0) return;
    const kept = row.map(copied);
    for (const key of keys) parents.set(copied(key), kept);
  });
  return parents;
}

/** A piece of a string keeps the whole text it was cut from alive; a copy does not. */
const copied = (text: string): string => Buffer.from(text).toString();

async function eachRow(open: OpenText, onRow: (fields: readonly string[]) => void): Promise<void> {
  const table = new FeedTable({ isKnown: isFeedColumn, onHeader: () => {}, onRow: ({ fields }) => onRow(fields) });
  for await (const text of open()) table.push(text);
  table.end();
}
