import type { GridModel } from '../grid/grid-model.js';

export interface CopyOptions {
  /** The row whose tags are copied. */
  source: number;
  /** Rows that get them. */
  targets: readonly number[];
  /** Tags that are copied: columns of the model. */
  columns: readonly number[];
  /** Copy the tags of the catalog too. */
  withCatalog: boolean;
  /** Clear tags that the source does not have. */
  isExact: boolean;
}

/** What copying tags would do. */
export interface CopyPlan {
  /** Cells as `GridModel.write` takes them. */
  cells: [row: number, column: number, isSet: boolean][];
  set: number;
  cleared: number;
}

/** Tags of one row for others: those that the merchant added to it or its product, and on demand those of the catalog. */
export function planCopy(model: GridModel, { source, targets, columns, withCatalog, isExact }: CopyOptions): CopyPlan {
  const plan: CopyPlan = { cells: [], set: 0, cleared: 0 };
  const product = model.productRow[source] ?? -1;
  const has = (test: (row: number, column: number) => boolean, column: number) =>
    test(source, column) || (product >= 0 && test(product, column));
  for (const column of columns) {
    const isCopied = has(model.isAdded, column) || (withCatalog && has(model.isInCatalog, column));
    if (!isCopied && !isExact) continue;
    for (const row of targets) {
      if (row === source || !model.canWrite(row, column, isCopied)) continue;
      plan.cells.push([row, column, isCopied]);
      plan[isCopied ? 'set' : 'cleared'] += 1;
    }
  }
  return plan;
}
