import { GridCanvas } from './grid-canvas.js';
import { GridCells } from './grid-cells.js';
import type { GridContent, GridTexts } from './grid-content.js';
import { COLUMN_WIDTH, HEAD_HEIGHT, NAME_WIDTH, ROW_HEIGHT } from './grid-window.js';
import { type Corners, getCorners, type Place } from './selection.js';

/** The elements that React renders, empty. */
export interface GridLayers {
  canvas: HTMLCanvasElement;
  /** Scrolls, over the canvas. */
  grid: HTMLElement;
  head: HTMLElement;
  body: HTMLElement;
  /** Around the selected rectangle. */
  frame: HTMLElement;
  fillFrame: HTMLElement;
}

/** After the last scroll event, the cells follow for assistive technology. */
const SETTLE_MS = 100;

/** The visible part of the grid: a picture of it, which follows each scroll event, and its cells, which follow when scrolling ends. */
export class GridView {
  readonly #layers: GridLayers;
  readonly #canvas: GridCanvas;
  readonly #cells: GridCells;
  #content: GridContent | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(layers: GridLayers, texts: GridTexts) {
    this.#layers = layers;
    this.#canvas = new GridCanvas(layers.canvas, layers.grid, texts.unavailable);
    this.#cells = new GridCells(layers.grid, layers.head, layers.body, texts);
  }

  /** Rows that fit. */
  get page(): number {
    return Math.max(1, Math.floor((this.#layers.grid.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1);
  }

  get #hasFocus(): boolean {
    return this.#layers.grid.contains(document.activeElement);
  }

  /** Shows other content. The focus follows the active cell, which is scrolled to. */
  show(content: GridContent): void {
    const before = this.#content?.selection.active;
    const { active } = content.selection;
    this.#content = content;
    const hasMoved = before?.row !== active.row || before.column !== active.column;
    if (hasMoved && this.#hasFocus) this.reveal(active);
    this.#canvas.paint(content);
    frameCells(this.#layers.frame, getCorners(content.selection));
    // Only the picture has to follow each letter of a filter and each key; of the cells, the one with the focus.
    if (this.#hasFocus || !before) this.#cells.show(content, !before);
    if (this.#hasFocus) this.focus();
    this.#settleLater();
  }

  /** After a change of the size, of the colors or of the resolution. */
  fit(): void {
    this.#canvas.fit();
    if (this.#content) this.show(this.#content);
  }

  scrolled(): void {
    if (!this.#content) return;
    this.#canvas.paint(this.#content);
    this.#settleLater();
  }

  /**
   * The place under the pointer. −1: a heading.
   * @param isDragging - there are no headings then; outside of the grid it is the place next to its edge, so that it can scroll on.
   */
  findPlace({ clientX, clientY }: { clientX: number; clientY: number }, isDragging = false): Place {
    const { grid } = this.#layers;
    const { left, top } = grid.getBoundingClientRect();
    const toLine = (at: number, head: number, extent: number, offset: number, size: number) =>
      at < head && !isDragging
        ? -1
        : Math.floor((Math.max(-size, Math.min(at - head, extent - head + size)) + offset) / size);
    return {
      row: toLine(clientY - top, HEAD_HEIGHT, grid.clientHeight, grid.scrollTop, ROW_HEIGHT),
      column: toLine(clientX - left, NAME_WIDTH, grid.clientWidth, grid.scrollLeft, COLUMN_WIDTH),
    };
  }

  focus(): void {
    const cell = this.#content && this.#cells.getActive(this.#content);
    if (cell && cell !== document.activeElement) cell.focus({ preventScroll: true });
  }

  remove(): void {
    clearTimeout(this.#settling);
    this.#cells.remove();
  }

  /** Frames the cells that a fill would reach. */
  frameFill(corners: Corners | undefined): void {
    const { fillFrame } = this.#layers;
    fillFrame.hidden = corners === undefined;
    if (corners) frameCells(fillFrame, corners);
  }

  /** Scrolls as far as needed to show a cell. */
  reveal({ row, column }: Place): void {
    const { grid } = this.#layers;
    const [top, left] = [row * ROW_HEIGHT, column * COLUMN_WIDTH];
    const [height, width] = [grid.clientHeight - HEAD_HEIGHT, grid.clientWidth - NAME_WIDTH];
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top + ROW_HEIGHT > grid.scrollTop + height) grid.scrollTop = top + ROW_HEIGHT - height;
    if (left < grid.scrollLeft) grid.scrollLeft = left;
    else if (left + COLUMN_WIDTH > grid.scrollLeft + width) grid.scrollLeft = left + COLUMN_WIDTH - width;
  }

  #settleLater(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      if (!this.#content) return;
      this.#cells.show(this.#content, true);
      this.#cells.sort(this.#content);
    }, SETTLE_MS);
  }
}

function frameCells({ style }: HTMLElement, { from, to }: Corners): void {
  style.top = `${from.row * ROW_HEIGHT}px`;
  style.left = `${NAME_WIDTH + from.column * COLUMN_WIDTH}px`;
  style.height = `${(to.row - from.row + 1) * ROW_HEIGHT}px`;
  style.width = `${(to.column - from.column + 1) * COLUMN_WIDTH}px`;
}
