import { type RefObject, useLayoutEffect, useState } from 'react';

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

/** Lines around the visible ones. The window moves in blocks, so that most scroll events render nothing. */
const OVERSCAN = 2;
const BLOCK = 6;

const cut = (offset: number, extent: number, size: number, count: number): Window => ({
  from: Math.max(0, Math.floor((Math.min(count, Math.floor(offset / size)) - OVERSCAN) / BLOCK) * BLOCK),
  to: Math.min(count, Math.ceil((Math.ceil((offset + extent) / size) + OVERSCAN) / BLOCK) * BLOCK),
});

interface Windows {
  rows: Window;
  columns: Window;
  /** Rows that fit. */
  page: number;
}

/**
 * Which rows and columns of the grid are rendered. All lines have one size, so the window follows from the offset and needs no
 * measurement. docs/adr/0088-cells-of-a-fixed-size.md.
 */
export function useWindow(grid: RefObject<HTMLElement | null>, size: { rows: number; columns: number }): Windows {
  const [windows, setWindows] = useState<Windows>({ rows: { from: 0, to: 0 }, columns: { from: 0, to: 0 }, page: 10 });
  const { rows, columns } = size;
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const update = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
      const next: Windows = {
        rows: cut(scrollTop, clientHeight - HEAD_HEIGHT, ROW_HEIGHT, rows),
        columns: cut(Math.abs(scrollLeft), clientWidth - NAME_WIDTH, COLUMN_WIDTH, columns),
        page: Math.max(1, Math.floor((clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1),
      };
      setWindows((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    update();
    const resizes = new ResizeObserver(update);
    resizes.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      resizes.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [grid, rows, columns]);
  return windows;
}
