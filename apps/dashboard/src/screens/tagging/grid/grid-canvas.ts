import type { GridContent } from './grid-content.js';
import type { CellState } from './grid-model.js';
import { COLUMN_WIDTH, HEAD_HEIGHT, NAME_WIDTH, ROW_HEIGHT } from './grid-window.js';
import { getCorners } from './selection.js';

/** Colors and fonts of the style sheet, also those of the dark scheme and of forced colors. */
interface Look {
  text: string;
  dimmed: string;
  background: string;
  line: string;
  selection: string;
  family: string;
  /** Of the names; headings are a little smaller. */
  fontSize: number;
}

const SIGN_SIZE = 16;
const PADDING = 8;
const VARIANT_INDENT = 20;
const SWATCH_RADIUS = 7;

/**
 * Paints the visible part of the grid. A picture costs the same however many elements it stands for: style, layout and painting of the
 * same cells as elements take longer than a frame on a slow processor. docs/adr/0093-the-grid-of-tags-is-painted.md.
 */
export class GridCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #grid: HTMLElement;
  readonly #unavailable: string;
  readonly #signs = new Map<CellState, HTMLCanvasElement>();
  #look: Look | undefined;
  #scale = 0;

  constructor(canvas: HTMLCanvasElement, grid: HTMLElement, unavailable: string) {
    this.#canvas = canvas;
    this.#grid = grid;
    this.#unavailable = unavailable;
  }

  /** Takes over the size of the grid and the colors, which both change rarely. */
  fit(): void {
    const { clientWidth, clientHeight } = this.#grid;
    const style = getComputedStyle(this.#canvas);
    this.#scale = devicePixelRatio;
    const [width, height] = [Math.round(clientWidth * this.#scale), Math.round(clientHeight * this.#scale)];
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#canvas.style.width = `${clientWidth}px`;
    this.#canvas.style.height = `${clientHeight}px`;
    this.#look = {
      text: style.color,
      dimmed: style.outlineColor,
      background: style.backgroundColor,
      line: style.borderTopColor,
      selection: style.caretColor,
      family: style.fontFamily,
      fontSize: Number.parseFloat(style.fontSize),
    };
    for (const state of ['SET', 'LOCKED', 'MIXED', 'EMPTY'] as const) {
      this.#signs.set(state, paintSign(state, this.#look, this.#scale));
    }
  }

  paint(content: GridContent): void {
    const context = this.#canvas.getContext('2d', { alpha: false });
    const look = this.#look;
    if (!context || !look) return;
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = this.#grid;
    const { rows, columns } = content;
    const firstRow = Math.floor(scrollTop / ROW_HEIGHT);
    const firstColumn = Math.floor(scrollLeft / COLUMN_WIDTH);
    const visible = {
      rows: {
        from: firstRow,
        to: Math.min(rows.length, Math.ceil((scrollTop + clientHeight - HEAD_HEIGHT) / ROW_HEIGHT)),
      },
      columns: {
        from: firstColumn,
        to: Math.min(columns.length, Math.ceil((scrollLeft + clientWidth - NAME_WIDTH) / COLUMN_WIDTH)),
      },
      toY: (row: number) => HEAD_HEIGHT + row * ROW_HEIGHT - scrollTop,
      toX: (column: number) => NAME_WIDTH + column * COLUMN_WIDTH - scrollLeft,
      width: clientWidth,
      height: clientHeight,
    };
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    context.textBaseline = 'middle';
    context.fillStyle = look.background;
    context.fillRect(0, 0, clientWidth, clientHeight);
    this.#paintCells(context, content, visible, look);
    this.#paintNames(context, content, visible, look);
    this.#paintHeadings(context, content, visible, look);
  }

  #paintCells(context: CanvasRenderingContext2D, content: GridContent, visible: Visible, look: Look): void {
    const { model, rows, columns, selection } = content;
    const { toX, toY } = visible;
    const { from, to } = getCorners(selection);
    const [top, left] = [toY(from.row), toX(from.column)];
    context.globalAlpha = 0.18;
    context.fillStyle = look.selection;
    context.fillRect(left, top, toX(to.column + 1) - left, toY(to.row + 1) - top);
    context.globalAlpha = 1;
    context.fillStyle = look.line;
    const [right, bottom] = [toX(visible.columns.to), toY(visible.rows.to)];
    for (let row = visible.rows.from; row < visible.rows.to; row++) context.fillRect(0, toY(row + 1) - 1, right, 1);
    for (let column = visible.columns.from; column < visible.columns.to; column++)
      context.fillRect(toX(column + 1) - 1, HEAD_HEIGHT, 1, bottom - HEAD_HEIGHT);
    context.fillStyle = look.text;
    for (let row = visible.rows.from; row < visible.rows.to; row++) {
      const modelRow = rows[row] ?? 0;
      const y = toY(row);
      for (let column = visible.columns.from; column < visible.columns.to; column++) {
        const modelColumn = columns[column] ?? 0;
        const x = toX(column);
        const sign = this.#signs.get(model.getState(modelRow, modelColumn));
        if (sign) {
          const [signX, signY] = [x + (COLUMN_WIDTH - SIGN_SIZE) / 2, y + (ROW_HEIGHT - SIGN_SIZE) / 2];
          context.drawImage(sign, signX, signY, SIGN_SIZE, SIGN_SIZE);
        }
        if (model.isChanged(modelRow, modelColumn)) context.fillRect(x + COLUMN_WIDTH - 9, y + 3, 5, 5);
      }
    }
  }

  #paintNames(context: CanvasRenderingContext2D, content: GridContent, visible: Visible, look: Look): void {
    const { model, rows } = content;
    context.save();
    context.beginPath();
    context.rect(0, HEAD_HEIGHT, NAME_WIDTH, visible.height);
    context.clip();
    context.fillStyle = look.background;
    context.fillRect(0, HEAD_HEIGHT, NAME_WIDTH, visible.height);
    for (let row = visible.rows.from; row < visible.rows.to; row++) {
      const modelRow = rows[row] ?? 0;
      const y = visible.toY(row);
      const isProduct = model.isProduct(modelRow);
      const isAvailable = model.isAvailable[modelRow] === 1;
      let x = isProduct ? PADDING : VARIANT_INDENT;
      const color = model.colors[modelRow];
      if (color) {
        context.fillStyle = color;
        context.strokeStyle = look.dimmed;
        context.beginPath();
        context.arc(x + SWATCH_RADIUS, y + ROW_HEIGHT / 2, SWATCH_RADIUS, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
        x += 2 * SWATCH_RADIUS + 6;
      }
      context.font = `${isProduct ? 600 : 400} ${look.fontSize}px ${look.family}`;
      context.fillStyle = isAvailable ? look.text : look.dimmed;
      const name = model.getShortName(modelRow);
      context.fillText(isAvailable ? name : `${name} (${this.#unavailable})`, x, y + ROW_HEIGHT / 2);
      context.fillStyle = look.line;
      context.fillRect(0, y + ROW_HEIGHT - 1, NAME_WIDTH, 1);
    }
    context.fillRect(NAME_WIDTH - 1, HEAD_HEIGHT, 1, visible.height);
    context.restore();
  }

  #paintHeadings(context: CanvasRenderingContext2D, content: GridContent, visible: Visible, look: Look): void {
    const { model, columns } = content;
    context.save();
    context.beginPath();
    context.rect(NAME_WIDTH, 0, visible.width, HEAD_HEIGHT);
    context.clip();
    context.fillStyle = look.background;
    context.fillRect(NAME_WIDTH, 0, visible.width, HEAD_HEIGHT);
    context.font = `400 ${look.fontSize - 2}px ${look.family}`;
    for (let column = visible.columns.from; column < visible.columns.to; column++) {
      const tag = model.tags[columns[column] ?? 0] ?? '';
      const colon = tag.indexOf(':');
      const x = visible.toX(column);
      context.save();
      context.beginPath();
      context.rect(x, 0, COLUMN_WIDTH - 4, HEAD_HEIGHT);
      context.clip();
      context.fillStyle = look.dimmed;
      context.fillText(tag.slice(0, colon), x + 6, 14);
      context.fillStyle = look.text;
      context.fillText(tag.slice(colon + 1), x + 6, 30);
      context.restore();
    }
    context.restore();
    context.fillStyle = look.line;
    context.fillRect(0, HEAD_HEIGHT - 1, visible.width, 1);
    context.fillRect(NAME_WIDTH - 1, 0, 1, HEAD_HEIGHT);
  }
}

interface Visible {
  rows: { from: number; to: number };
  columns: { from: number; to: number };
  toX(column: number): number;
  toY(row: number): number;
  width: number;
  height: number;
}

/** A filled, half or empty circle, or a line, as a picture that is copied into each cell. */
function paintSign(state: CellState, look: Look, scale: number): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  picture.width = Math.round(SIGN_SIZE * scale);
  picture.height = picture.width;
  const context = picture.getContext('2d');
  if (!context) return picture;
  context.scale(scale, scale);
  const color = state === 'SET' ? look.text : look.dimmed;
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  const middle = SIGN_SIZE / 2;
  if (state === 'MIXED') {
    context.fillRect(4, middle - 1, SIGN_SIZE - 8, 2);
    return picture;
  }
  context.beginPath();
  context.arc(middle, middle, 5, 0, 2 * Math.PI);
  if (state === 'SET') context.fill();
  else context.stroke();
  if (state === 'LOCKED') {
    context.beginPath();
    context.arc(middle, middle, 5, Math.PI / 2, (3 * Math.PI) / 2);
    context.fill();
  }
  return picture;
}
