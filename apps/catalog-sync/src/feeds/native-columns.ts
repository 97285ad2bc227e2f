import { NATIVE_COLUMNS, type NativeColumn } from '@svc/domain';

/** Where the native columns stand in a row; −1: nowhere. */
export type NativeIndex = Readonly<Record<NativeColumn, number>>;

/** The index of cells that stand in the order of NATIVE_COLUMNS. */
export const CANONICAL_INDEX: NativeIndex = indexBy((_, place) => place);

/** @param find - index of a column; `place` is its place in NATIVE_COLUMNS. */
export function indexBy(find: (column: NativeColumn, place: number) => number): NativeIndex {
  return Object.fromEntries(NATIVE_COLUMNS.map((column, place) => [column, find(column, place)])) as Record<
    NativeColumn,
    number
  >;
}

/** A row's cells in the order of NATIVE_COLUMNS; what is left out is empty. */
export function nativeCells(cells: Readonly<Partial<Record<NativeColumn, string | undefined>>>): string[] {
  return NATIVE_COLUMNS.map((column) => cells[column] ?? '');
}
