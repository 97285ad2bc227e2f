import type { GridModel } from './grid-model.js';
import type { TaggingFilter } from './tagging-filter.js';

/** Columns of a namespace; all without one. */
export const filterColumns = (model: GridModel, namespace: string | undefined): number[] =>
  model.tags.flatMap((tag, column) => (namespace === undefined || tag.startsWith(`${namespace}:`) ? [column] : []));

/** Rows that fit: a product comes with its fitting variants, and with all of them if only its own name is searched for. */
export function filterRows(
  model: GridModel,
  { query = '', only }: TaggingFilter,
  columns: readonly number[],
): number[] {
  const part = query.trim().toLowerCase();
  const { searchTexts } = model;
  const contains = (row: number) => part === '' || searchTexts[row]?.includes(part) === true;
  const fits = selectRows(model, only, columns);
  const rows: number[] = [];
  for (let product = 0; product < model.rowCount; product = (model.lastVariant[product] ?? product) + 1) {
    const isFound = contains(product);
    const variants: number[] = [];
    for (let row = product + 1; row <= (model.lastVariant[product] ?? product); row++)
      if ((isFound || contains(row)) && fits(row)) variants.push(row);
    if (variants.length > 0 || (isFound && only !== 'available' && fits(product))) rows.push(product, ...variants);
  }
  return rows;
}

function selectRows(
  model: GridModel,
  only: TaggingFilter['only'],
  columns: readonly number[],
): (row: number) => boolean {
  switch (only) {
    case undefined:
      return () => true;
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
  }
}
