import type { GridModel } from '../grid/grid-model.js';
import { getPattern, type TaggingFilter } from './tagging-filter.js';

type RowTest = (row: number) => boolean;

/** Columns of a namespace; all without one. */
export const filterColumns = (model: GridModel, namespace: string | undefined): number[] =>
  model.tags.flatMap((tag, column) => (namespace === undefined || tag.startsWith(`${namespace}:`) ? [column] : []));

/**
 * Rows that fit: a product comes with its fitting variants, and with all of them if only its own name is searched for.
 * @param never - ids of variants that the funnel of the filter never recommends.
 */
export function filterRows(
  model: GridModel,
  filter: TaggingFilter,
  columns: readonly number[],
  never: readonly string[] = [],
): number[] {
  const part = (filter.query ?? '').trim().toLowerCase();
  const { searchTexts } = model;
  const contains = (row: number) => part === '' || searchTexts[row]?.includes(part) === true;
  const tests = listTests(model, filter, { columns, never });
  const fits = (row: number) => tests.every((test) => test(row));
  // Products have neither an availability nor matches of their own.
  const isOfVariants = filter.only === 'available' || filter.only === 'never';
  const rows: number[] = [];
  for (let product = 0; product < model.rowCount; product = (model.lastVariant[product] ?? product) + 1) {
    const isFound = contains(product);
    const variants: number[] = [];
    for (let row = product + 1; row <= (model.lastVariant[product] ?? product); row++)
      if ((isFound || contains(row)) && fits(row)) variants.push(row);
    if (variants.length > 0 || (isFound && !isOfVariants && fits(product))) rows.push(product, ...variants);
  }
  return rows;
}

function listTests(
  model: GridModel,
  filter: TaggingFilter,
  { columns, never }: { columns: readonly number[]; never: readonly string[] },
): RowTest[] {
  const tests: RowTest[] = [];
  const only = filter.only && createOnlyTest(model, filter.only, { columns, never });
  if (only) tests.push(only);
  const tag = filter.tag?.trim().toLowerCase();
  if (tag) {
    const wanted = model.tags.flatMap((each, column) => (each.toLowerCase().includes(tag) ? [column] : []));
    const tagged = model.listTaggedRows(wanted);
    tests.push((row) => tagged[row] === 1);
  }
  const pattern = getPattern(filter);
  if (pattern) {
    const same = model.listSameRows(model.findRow(pattern.kind, pattern.id), columns);
    tests.push((row) => same[row] === 1);
  }
  return tests;
}

function createOnlyTest(
  model: GridModel,
  only: NonNullable<TaggingFilter['only']>,
  { columns, never }: { columns: readonly number[]; never: readonly string[] },
): RowTest {
  switch (only) {
    case 'available':
      return (row) => model.isAvailable[row] === 1;
    case 'changed': {
      const changed = model.listChangedRows();
      return (row) => changed[row] === 1;
    }
    case 'untagged': {
      const tagged = model.listTaggedRows(columns);
      return (row) => tagged[row] === 0;
    }
    case 'never': {
      const rows = new Set(never.map((id) => model.findRow('variant', id)));
      return (row) => rows.has(row);
    }
  }
}
