import type { GridModel } from './grid-model.js';
import type { Selection } from './selection.js';

/** What is shown; places are indexes of `rows` and `columns`. */
export interface GridContent {
  model: GridModel;
  /** Rows and columns of the model. */
  rows: readonly number[];
  columns: readonly number[];
  selection: Selection;
}

export interface GridTexts {
  nameRow(model: GridModel, row: number): string;
  nameCell(model: GridModel, row: number, column: number, rowName: string): string;
  unavailable: string;
}
