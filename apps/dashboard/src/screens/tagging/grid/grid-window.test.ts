import { describe, expect, it } from 'vitest';
import { getColumnWindow, getRowWindow, HEAD_HEIGHT, listLines, NAME_WIDTH } from './grid-window.js';

const at = (scrollTop: number, scrollLeft: number) =>
  ({ scrollTop, scrollLeft, clientHeight: HEAD_HEIGHT + 320, clientWidth: NAME_WIDTH + 480 }) as HTMLElement;

describe('lines that are rendered (docs/dashboard.md Y17.7)', () => {
  it('has the visible lines and some around them, within the grid', () => {
    expect(getRowWindow(at(0, 0), 600)).toEqual({ from: 0, to: 13 });
    expect(getRowWindow(at(32 * 100, 0), 600)).toEqual({ from: 98, to: 113 });
    expect(getRowWindow(at(32 * 590, 0), 600)).toEqual({ from: 588, to: 600 });
    expect(getColumnWindow(at(0, 96 * 20 + 50), 60)).toEqual({ from: 19, to: 27 });
    expect(getColumnWindow(at(0, 0), 2)).toEqual({ from: 0, to: 2 });
  });

  it('keeps the line of the active cell, which has the focus, in the order of the lines', () => {
    expect(listLines({ from: 5, to: 8 }, 6, 20)).toEqual([5, 6, 7]);
    expect(listLines({ from: 5, to: 8 }, 1, 20)).toEqual([1, 5, 6, 7]);
    expect(listLines({ from: 5, to: 8 }, 12, 20)).toEqual([5, 6, 7, 12]);
    expect(listLines({ from: 0, to: 0 }, 0, 0)).toEqual([]);
  });
});
