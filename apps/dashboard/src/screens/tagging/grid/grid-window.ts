/** Lines of a fixed size that are visible, and some around them. */
export interface Window {
  from: number;
  /** Exclusive. */
  to: number;
}

export const ROW_HEIGHT = 32;
export const COLUMN_WIDTH = 96;
export const NAME_WIDTH = 240;
export const HEAD_HEIGHT = 44;

/** Lines before and after the visible ones, so that the next ones can be read too. */
const ROW_OVERSCAN = 2;
const COLUMN_OVERSCAN = 1;

const cut = (offset: number, extent: number, size: number, overscan: number, count: number): Window => {
  const first = Math.min(count, Math.floor(offset / size));
  return {
    from: Math.max(0, first - overscan),
    // One more than fit, so that the number of lines does not depend on the offset.
    to: Math.min(count, first + Math.ceil(extent / size) + 1 + overscan),
  };
};

/**
 * Which lines of the grid are rendered. All lines have one size, so the window follows from the offset and needs no measurement of
 * lines. docs/adr/0088-cells-of-a-fixed-size.md.
 */
export const getRowWindow = (grid: HTMLElement, count: number): Window =>
  cut(grid.scrollTop, grid.clientHeight - HEAD_HEIGHT, ROW_HEIGHT, ROW_OVERSCAN, count);

export const getColumnWindow = (grid: HTMLElement, count: number): Window =>
  cut(grid.scrollLeft, grid.clientWidth - NAME_WIDTH, COLUMN_WIDTH, COLUMN_OVERSCAN, count);

/** The lines of a window, and the one of the active cell, which keeps the focus while it is scrolled out. */
export function listLines({ from, to }: Window, active: number, count: number): number[] {
  const lines = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  if (active < from) lines.unshift(active);
  else if (active >= to && active < count) lines.push(active);
  return lines;
}
